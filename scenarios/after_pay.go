package scenarios

import (
	"cmp"

	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
)

// afterPay is the step once the payment exists or may exist, created here or in another
// browser, with how it stands.
func (f *Facts) afterPay() (Step, Moment) {
	s, m := f.stand()
	moment := s.moment()
	way, p := s.way(moment), &f.Known.Payin
	switch {
	case moment == Stopped && s.hitch != hitchNetwork:
		return f.problem(ShowProblem{Code: s.hitch, Differs: f.differs(), Wait: true, Leave: s.hitch != ProblemNoWay}), moment
	case moment == Leaving:
		return LeaveForBank{Payin: *p, URL: p.RedirectURL, Pays: Pays(*p), Instead: f.Known.Instead, Chosen: f.chosen()}, moment
	case moment == NumberDue:
		return f.reference(m), moment
	case (way == Open && !s.redirect || moment == Stopped) && !f.ReadOnly:
		return f.instructions(m), moment
	default:
		return f.status(&s, m, moment, way), moment
	}
}

// What else than a problem's code keeps a way from being payable: that it isn't here, by
// a method that the catalogue doesn't have or at a bank where the customer has been sent
// before; and coins without a network, which are lost on another.
const (
	hitchElsewhere = "elsewhere"
	hitchNetwork   = "network"
)

// payable says why the way that was told can't be paid by here, "" if it can. Each page
// that opens, folds or links a way asks this. m is the method's row as the answer must
// be shown.
func (f *Facts) payable() (m methods.Method, hitch string) {
	p := f.Known.Payin
	m, ok := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	want := cmp.Or(f.Order.Money, p.Money) // a status link may have none
	if !sameMoney(p, want) || !judgeRequired(p) {
		return m, ProblemAmount
	}
	if !ok {
		return m, hitchElsewhere
	}
	if !f.linksAllowed(m) {
		return m, ProblemLink
	}
	m, ok = f.shown(m, p)
	switch {
	case !ok:
		return m, ProblemNoWay
	case m.Presentation == methods.Redirect && p.RedirectURL == "":
		return m, hitchElsewhere
	case m.Presentation == methods.Crypto && network(m, p).Operator.Name == "":
		return m, hitchNetwork
	}
	return m, ""
}

// chosen is what this customer chose: the shop locked nothing, and it is what
// this browser sent.
func (f *Facts) chosen() Chosen {
	sent, ok := f.Known.SentWith(f.Known.Payin.MethodCode)
	if !ok || f.ReadOnly || f.Order.MethodCode != "" || f.Progress.Notice == AlreadyStarted {
		return Chosen{}
	}
	return Chosen{Method: true, Operator: sent.Operator.Code != "" && sent.Operator.Code == f.Known.Payin.Operator.Code}
}

// picked reports whether the gateway picked the operator of a payment that is known to
// be just what this browser sent.
func (f *Facts) picked() bool {
	sent, ok := f.Known.SentWith(f.Known.Payin.MethodCode)
	return ok && sent.Taken && sent.Operator.Code == "" && f.Known.Payin.Operator.Code != ""
}

// needsReference reports whether the number is still missing. It isn't once the
// gateway has it, refuses it, or will get it soon.
func (f *Facts) needsReference(m methods.Method) bool {
	if f.Known.Payin.ExternalReference != "" {
		return false
	}
	switch f.Progress.ReferenceState {
	case ReferenceSent, ReferenceKept, ReferenceInLine:
		return false
	default:
		return f.asksReference(m)
	}
}

// asksReference reports whether the payment needs a number. What was typed here or
// given by the shop counts only while it isn't known what was sent.
func (f *Facts) asksReference(m methods.Method) bool {
	return !f.Numberless && f.hasNumber(m)
}

// hasNumber reports whether the bank shows a number that the payment is found by.
func (f *Facts) hasNumber(m methods.Method) bool {
	sent, ok := f.Known.SentWith(f.Known.Payin.MethodCode)
	account := cmp.Or(f.Known.Payin.AccountCustomer.Number, sent.Account)
	if !ok && account == "" {
		field, _ := m.Field("accountNumber")
		account = cmp.Or(f.Progress.Typed[field.Meaning()], f.Order.Data["accountNumber"])
	}
	return m.NeedsReference(map[string]string{"accountNumber": account})
}

func (f *Facts) instructions(m methods.Method) FollowInstructions {
	p := f.Known.Payin
	step := FollowInstructions{
		Method: m, Payin: network(m, p), Pays: Pays(p), Status: f.waiting(), Notice: f.Progress.Notice,
		AsksReference: f.asksReference(m), NumberForShop: f.Numberless && f.hasNumber(m),
		Chosen: f.chosen(), Unkept: f.Unkept && f.Trouble != TokenRejected,
		CheckedAt: f.Known.At, Instead: f.Known.Instead, Picked: f.picked(), Fickle: f.Known.Fickle,
	}
	if f.Trouble != NoTrouble {
		step.Stale = f.Known.At
	}
	step.AppLink = cmp.Or(p.DeepLink, p.RedirectURL) // also if the row has no app
	return step
}

// waiting is the status of a payment that was pending when last read.
func (f *Facts) waiting() known.Status {
	if f.Trouble != NoTrouble || f.Known.Less {
		return known.Unknown // the current status isn't known, or not how to pay
	}
	return known.Pending
}

func (f *Facts) reference(m methods.Method) Step {
	step := GiveReference{
		Method: m, Payin: f.Known.Payin, Status: f.waiting(), Value: m.SeenReference(f.Progress.Reference),
		State: f.Progress.ReferenceState, Notice: f.Progress.Notice,
	}
	if f.Progress.ReferenceState == ReferenceFaulty {
		step.Fault = m.CheckReference(f.Progress.Reference).Problem
	}
	return step
}

// sure reports whether it is certain that nobody has paid, so that a page may say to try
// or to start again: Pay was pressed here, every word meant waiting, and nobody came back,
// said to have paid or gave a number.
func (f *Facts) sure() bool {
	return f.own() && !f.Known.Doubt && !f.saidPaid() && !f.Progress.Returned && f.Progress.PhoneUntil.IsZero()
}

// ordered is the order's amount: by the link that leads here, which may be edited, or by
// the gateway's word.
func (f *Facts) ordered() money.Money { return cmp.Or(f.Order.Money, f.Known.Ordered) }

// differs are the amounts, if the payment's isn't the order's. What the gateway names
// as the amount of a paid payment is taken for what was paid; that is ours.
func (f *Facts) differs() *Difference {
	order, named, asked := f.ordered(), f.Known.Payin.Money, f.Known.Ordered
	linked := order != asked && (f.ReadOnly || !asked.IsZero()) // the gateway knows nothing of it
	switch {
	case order.IsZero() || named.IsZero():
	case f.succeeded() && !asked.IsZero() && !f.Known.Covers(asked):
		return &Difference{Named: named, Order: asked}
	case f.succeeded() && f.Known.Covers(order):
	case named != order:
		return &Difference{Named: named, Order: order, Linked: linked}
	case asked != order && !asked.IsZero() && !f.succeeded():
		return &Difference{Named: asked, Order: order, Linked: linked}
	}
	return nil
}

// status shows how the payment stands.
func (f *Facts) status(s *stand, m methods.Method, moment Moment, way Way) ShowStatus {
	p := f.Known.Payin
	step := ShowStatus{
		Status: s.status, Way: way, Class: s.class, Pays: cmp.Or(Pays(p), f.Order.Money), Method: f.methodSent(), Sure: f.sure(),
		Reference: p.ExternalReference, ReferenceState: ReferenceSent, SaidPaidAt: f.Progress.SaidPaidAt,
		Differs: f.differs(), Instead: cmp.Or(f.Known.Instead, f.Known.FirstPrice()), Chosen: f.chosen(), Notice: f.Progress.Notice,
	}
	if s.existence == known.Described {
		step.Payin = &p
	}
	if step.Reference == "" {
		step.Reference, step.ReferenceState = f.Progress.Reference, f.Progress.ReferenceState
	}
	if s.stale || moment == NotKnown {
		if s.existence >= known.Accepted {
			step.Stale = f.Known.At
		}
		if moment == NotKnown || s.status == known.Pending && moment != CheckedAgain && moment != Closed {
			step.Status = known.Unknown
		}
	} else if s.status != known.Success {
		step.CheckedAt = f.Known.At
	}
	if !s.pending() || moment == CheckedAgain || moment == Closed {
		return step
	}
	step.NumberForShop = f.Numberless && f.hasNumber(m)
	step.CanCorrectReference = f.asksReference(m) && p.ExternalReference == "" && step.ReferenceState == ReferenceKept
	switch {
	case s.over: // who paid in time must still be able to give the number
		step.AsksReference = s.hitch == "" && !s.redirect && s.number
	case way == NoWay && moment != Stopped || way == Folded && f.ReadOnly && !s.redirect:
	case s.redirect:
		step.BankURL = p.RedirectURL
	case f.ReadOnly && p.ExternalReference == "": // who has given a number has paid
		how := f.instructions(m)
		step.How = &how
	}
	return step
}
