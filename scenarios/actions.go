package scenarios

import (
	"time"

	"payapp/internal/known"
	"payapp/methods"
)

// ComeBack records that the customer came back from the bank.
func (p Progress) ComeBack() Progress {
	return p.with(func(p *Progress) { p.Returned, p.Leaving = true, false; p.endCode() })
}

// SayPaid records that the customer says to have paid. It has an effect only
// while instructions are due, or were until the deadline: too early it would skip
// them. mark is what its page showed; if that was another payment, the progress says so.
func (f Facts) SayPaid(mark Mark) Progress {
	step := Next(f)
	if f.paidOutdated(step, mark) {
		return f.Progress.with(func(p *Progress) { p.Notice = Changed })
	}
	if _, how := step.(FollowInstructions); !how && !f.worked() {
		return f.Progress
	}
	return f.Progress.with(func(p *Progress) { p.SaidPaidAt, p.Sees, p.Notice = f.Now, "", p.Notice.past(); p.endCode() })
}

// worked reports whether the page of what its payer saw how to pay has no way open, a word
// came or the time to pay is over; or whether it asks who may have paid at a bank.
func (f Facts) worked() bool {
	s, _ := f.stand()
	return s.pending() && !s.again && !s.said &&
		(s.over || s.hitch == "" && (s.moment() == Unsure || !s.redirect && s.way(s.moment()) == Folded))
}

// ShowInstructionsAgain goes back to the instructions.
func (f Facts) ShowInstructionsAgain() Progress {
	return f.Progress.with(func(p *Progress) { p.SaidPaidAt, p.Sees = time.Time{}, f.Known.Class; p.endCode() })
}

// GiveReferenceNumber takes the reference form. ok says that value, in
// canonical form, must be sent to the gateway; a number that nobody asked for
// isn't sent. mark is as for SayPaid: then the number is kept.
func (f Facts) GiveReferenceNumber(typed string, mark Mark) (progress Progress, value string, ok bool) {
	step := Next(f)
	if f.paidOutdated(step, mark) {
		return f.Progress.with(func(p *Progress) {
			if p.Notice = Changed; typed != "" {
				p.Reference, p.ReferenceState = bounded(typed), ReferenceNone
			}
		}), "", false
	}
	m, due := f.takesNumber(step, typed)
	late := false
	if !due {
		m, late = f.takesNumberLate(step, typed)
	}
	if !due && !late {
		return f.Progress, "", false
	}
	if typed = bounded(m.SeenReference(typed)); f.Progress.SaidPaidAt.IsZero() {
		f.Progress.endCode()
		f.Progress.SaidPaidAt = f.Now // the bank shows the number after paying
	}
	result := m.CheckReference(typed)
	again := f.Progress.ReferenceState == ReferenceFaulty && f.Progress.Reference == typed // submitted again after the warning
	faulty := result.Problem != nil && !(result.Problem.Soft && (again || late))
	if late && (faulty || f.Known.Existence != known.Described || f.Known.Status() != known.Pending) {
		return f.Progress.with(func(p *Progress) { p.Reference, p.ReferenceState = typed, ReferenceKept }), "", false
	}
	if faulty {
		return f.Progress.with(func(p *Progress) { p.Reference, p.ReferenceState = typed, ReferenceFaulty }), "", false
	}
	given := func(p *Progress) { p.Reference, p.ReferenceAt, p.Notice = result.Value, f.Now, p.Notice.past() }
	return f.Progress.with(given), result.Value, true
}

// takesNumber reports whether a number is accepted, and for which method: the
// step asks for it, or an earlier page did.
func (f Facts) takesNumber(step Step, typed string) (m methods.Method, ok bool) {
	if asks, due := step.(GiveReference); due {
		return asks.Method, true
	}
	if typed == "" || !f.awaitsNumber(step) {
		return m, false
	}
	if shows, due := step.(FollowInstructions); due {
		return shows.Method, true
	}
	m, ok = f.Catalogue.Find(f.methodSent(), f.Order.Money.Currency())
	return m, ok && m.Reference != methods.ReferenceNone
}

// keepsNumber reports whether a half-typed number is kept. A number that was
// sent, or waits to be, must not be replaced.
func (f Facts) keepsNumber(step Step) bool {
	return f.awaitsNumber(step) && f.Progress.ReferenceState != ReferenceInLine
}

// awaitsNumber reports whether a number may still be missing although its page
// isn't due: the instructions are open again in another tab, or the payment
// hasn't been described yet, or how to pay isn't known here any more.
func (f Facts) awaitsNumber(step Step) bool {
	if step, due := step.(FollowInstructions); due {
		return f.needsReference(step.Method)
	}
	if f.Known.Less && f.Known.Status() == known.Pending {
		m, ok := f.Catalogue.Find(f.Known.Payin.MethodCode, f.Known.Payin.Money.Currency())
		return ok && f.needsReference(m)
	}
	return f.Known.Existence == known.Accepted &&
		f.Progress.ReferenceState != ReferenceSent && f.Progress.ReferenceState != ReferenceKept
}

// takesNumberLate reports whether a number is accepted for a payment that
// expired or failed, and for which method. It is sent if only the deadline has
// passed; otherwise it is kept for the customer to quote.
func (f Facts) takesNumberLate(step Step, typed string) (m methods.Method, ok bool) {
	if s, is := step.(ShowStatus); !is || !f.overdue() && s.Status != known.Expired && s.Status != known.Failed || typed == "" {
		return m, false
	}
	if f.Progress.ReferenceState == ReferenceSent || f.Progress.ReferenceState == ReferenceInLine {
		return m, false
	}
	p := f.Known.Payin
	m, ok = f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	return m, ok && p.ExternalReference == "" && f.asksReference(m)
}

// methodSent is the method of the payment or, if it hasn't been described, of
// the newest that was sent.
func (f *Facts) methodSent() string {
	if len(f.Known.Sent) > 0 && f.Known.Payin.MethodCode == "" {
		return f.Known.Sent[0].Method
	}
	return f.Known.Payin.MethodCode
}

// CorrectReference asks for the number again, with what was given.
func (f Facts) CorrectReference() Progress {
	return f.Progress.with(func(p *Progress) { p.ReferenceState = ReferenceNone })
}

// Shown records that the customer saw the step: the leaving page goes on by
// itself only once. Nothing else says that it was seen.
func (p Progress) Shown(step Step) Progress {
	if _, leaves := step.(LeaveForBank); !leaves || !p.Leaving {
		return p
	}
	return p.with(func(p *Progress) { p.Leaving = false })
}
