package handlers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream"
	"payapp/scenarios"
)

// toShow is what a page needs: the answer for which a waiting page is shown, a new one
// where the link was opened just now, and otherwise what the page was told of.
func (s *server) toShow(v *visit) asking {
	ask := upstream.Ask{NotBefore: v.announced, Wait: s.firstPage(v), Lane: upstream.Idle}
	switch {
	case !v.waited.IsZero():
		if ask.Wait, ask.Lane = upstream.AfterWaiting, upstream.Question; v.waited.After(v.announced) {
			ask.NotBefore = v.waited
		}
	case v.opened:
		ask.NotBefore, ask.Lane = s.Now().Add(-upstream.Fresh), upstream.Question
	}
	return asking{Ask: ask, shows: true}
}

// askNow is for somebody who wants to know now.
func (s *server) askNow() upstream.Ask { return upstream.Ask{NotBefore: s.Now().Add(-upstream.Fresh)} }

// toAct is what a POST needs.
var toAct = upstream.Ask{NotBefore: upstream.AnyAge, Lane: upstream.Idle}

// firstPageWithin is how long a page may leave the window empty; after that a
// waiting page is shown. A gateway at its usual speed has answered by then.
const firstPageWithin = 700 * time.Millisecond

// leastWithin is the least of that for the options, however late the payment
// was read.
const leastWithin = 100 * time.Millisecond

// firstPage is how long this page may take: as long as a person waits, if the browser
// already shows a page, or if the payment was begun but this process has no reading of
// it.
func (s *server) firstPage(v *visit) upstream.Wait {
	if !v.waited.IsZero() || !v.announced.IsZero() || v.known.Exists() && !s.lastOf(v).Exists() {
		return upstream.Person
	}
	return upstream.Within(firstPageWithin)
}

// answers are what the gateway said for a visit, besides what is known of the
// payment.
type answers struct {
	options *apiclient.Options
	trouble scenarios.Trouble
	unsure  bool
	channel string // the merchant's name
	err     error  // of the read
}

// merge adds to what is known of the visit's payment. What this browser was told
// before stays paid; that the gateway denies it now is for a person to look into.
func (s *server) merge(v *visit, answer known.Payment) {
	if s.Sandbox {
		answer.Test = false // in the sandbox every page says so already
	}
	if answer.Denies(v.known) {
		s.Upstream.TakenBack(v.order.IDPayin, answer)
	}
	v.known = v.known.Merge(answer)
	v.verified = v.verified || v.known.Verifies()
}

// lastOf is what this process knows of the payment.
func (s *server) lastOf(v *visit) known.Payment {
	last, _ := s.Upstream.Last(v.caller, v.order.IDPayin)
	return last
}

// ask makes the necessary calls, in parallel if they are independent: an unpaid
// payment needs options, a paid one doesn't, and one that waits in line for its
// creation needs no call.
//
// With an unverified token the payment is read first, alone: junk costs only one
// call, and once the token is verified the rest may come from the merchant's
// caches.
func (s *server) ask(ctx context.Context, v *visit, a asking) (out answers) {
	ctx = upstream.OnePage(ctx)
	s.merge(v, s.lastOf(v))
	if s.recordInLine(ctx, v); !a.NotBefore.Equal(upstream.AnyAge) {
		v.known = v.known.Since(s.Now().Add(-upstream.MissingLife))
	}
	if v.creating {
		out.trouble = scenarios.InLine
		return out
	}
	var (
		calls     []func()
		optionErr error
		read      reading
	)
	began := time.Now()
	unpaid := !v.readOnly && !v.known.Exists()
	verified := v.verified
	switch {
	case !verified:
		if read = s.read(ctx, v, a.Ask); read.trouble == scenarios.TokenRejected || !read.says() {
			s.merge(v, read.payment)
			return answers{trouble: read.trouble, err: read.err}
		}
		unpaid = unpaid && !read.payment.Exists()
	default:
		calls = append(calls, func() { read = s.read(ctx, v, a.Ask) })
	}
	nameCtx, dropName := context.WithCancel(ctx)
	defer dropName()
	if unpaid {
		ask := upstream.Ask{NotBefore: s.Now().Add(-optionsKept), Wait: a.Wait}
		if a.shows { // no form was sent, so what it chooses from may have changed
			ask.NotBefore = s.Now().Add(-optionsFresh)
		}
		if a.shows && !a.Wait.Held { // the page takes no longer in all
			ask.Wait = upstream.Within(max(a.Wait.Whole-time.Since(began), leastWithin))
		}
		calls = append(calls, func() {
			if out.options, optionErr = s.readOptions(ctx, v, ask); errors.Is(optionErr, upstream.ErrInLine) {
				dropName() // no page shows it yet
			}
		})
	}
	if a.shows && v.progress.Payee == "" {
		calls = append(calls, func() { out.channel, _ = s.Upstream.MerchantName(nameCtx, v.caller) }) // the page works without a name
	}
	inParallel(calls...)

	optionTrouble := troubleOf(optionErr)
	switch {
	case refusesAmount(optionErr):
		optionTrouble = scenarios.AmountRefused
		s.Logger.LogAttrs(ctx, slog.LevelWarn, "the gateway refuses to list ways to pay this amount", append(v.names(), slog.Any("error", optionErr))...)
	case errors.Is(optionErr, apiclient.ErrUnauthorized), s.hasNoList(optionErr):
		out.options, read, optionTrouble = s.withoutOptions(ctx, v, read)
	case errors.Is(optionErr, apiclient.ErrVersion):
		soon := s.Now().Add(time.Second) // what wasn't found so far may have been about our version, too
		v.known, read.payment = v.known.Since(soon), read.payment.Since(soon)
		read.unsure = read.unsure || read.trouble == scenarios.NoTrouble && !read.payment.Exists()
	}
	if unproven, ok := errors.AsType[upstream.UnprovenError](read.err); ok && read.unsure && s.Upstream.TakesVersion() {
		read.payment, read.unsure = read.payment.Merge(known.Missed(unproven.At)), false // the options have shown it
	}
	s.merge(v, read.payment)
	v.verified = v.verified || out.options != nil
	out.unsure, out.trouble, out.err = read.unsure, read.trouble, read.err
	if v.known.View().Existence == known.NotCreated || out.unsure {
		out.trouble = optionTrouble
	}
	return out
}

// How old the options of a page, and those by which a form is judged, may be.
const (
	optionsFresh = time.Minute
	optionsKept  = 15 * time.Minute
)

// reading is what a read of the payment brought.
type reading struct {
	payment known.Payment
	trouble scenarios.Trouble
	unsure  bool
	err     error
}

// says reports whether the gateway said anything of the payment.
func (r reading) says() bool { return !r.payment.AskedAt().IsZero() || r.unsure }

// read reads the payment. The interface doesn't show what a gateway answers
// about a payment that isn't created. After an answer that may mean this the
// customer can continue. If a payment exists after all, the creation gets a 409.
func (s *server) read(ctx context.Context, v *visit, ask upstream.Ask) reading {
	have := v.known
	if v.progress.InLine != nil {
		have = have.Since(s.Now()) // a Pay that waits, perhaps at another replica, may be through by now
	}
	got, err := s.Upstream.Payin(ctx, v.caller, v.order.IDPayin, have, ask)
	if err != nil {
		got = got.Since(s.Now().Add(-upstream.MissingLife)) // it may be outdated
	}
	if got.View().Existence == known.Nothing && !v.readOnly && !v.known.Exists() && mayBeMissing(err) {
		return reading{payment: got, unsure: true, err: err}
	}
	return reading{payment: got, trouble: troubleOf(err), err: err}
}

// mayBeMissing reports whether a gateway that we don't know may answer so about a
// payment that isn't created. A 401 is about the token, and no answer, one of 5xx or
// one that can't be read says nothing.
func mayBeMissing(err error) bool {
	for _, kind := range []error{
		apiclient.ErrInvalid, apiclient.ErrVersion, apiclient.ErrForbidden, apiclient.ErrConflict, apiclient.ErrRefused, apiclient.ErrNoBody,
	} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// troubleOf maps the gateway's failures to facts for decisions. Nothing else
// does.
func troubleOf(err error) scenarios.Trouble {
	switch {
	case err == nil:
		return scenarios.NoTrouble
	case errors.Is(err, upstream.ErrInLine):
		return scenarios.InLine
	case errors.Is(err, apiclient.ErrUnauthorized):
		return scenarios.TokenRejected
	case errors.Is(err, apiclient.ErrRateLimited):
		return scenarios.GatewayBusy
	case errors.Is(err, apiclient.ErrMalformed):
		return scenarios.GatewayStrange
	default:
		return scenarios.GatewayDown
	}
}

// over reports whether the token isn't good any more: this read was refused, and its own
// end has passed or reads have been refused for long. One refusal alone may be a mistake.
func (s *server) over(v *visit, err error) bool {
	refused, _ := errors.AsType[upstream.RefusedError](err)
	return refused.For >= upstream.RefusedLong || !v.expires.IsZero() && !s.Now().Before(v.expires)
}

// recordInLine records the result of a creation or a number that waited in line
// when its page was last shown.
func (s *server) recordInLine(ctx context.Context, v *visit) {
	if waiting := v.progress.InLine; waiting != nil {
		payment, err := s.Upstream.Created(ctx, v.caller, v.order.IDPayin, waiting.At)
		switch {
		case errors.Is(err, upstream.ErrNoCreation): // it is at another replica, or this one has restarted
		case errors.Is(err, upstream.ErrInLine):
			v.creating = true
		default:
			result := s.outcomeOf(ctx, v, *waiting, payment, err)
			s.metrics.Created.WithLabelValues(result.outcome.String()).Inc()
			line := append(v.names(), slog.String("outcome", result.outcome.String()))
			s.Logger.LogAttrs(ctx, slog.LevelInfo, "payment sent, after waiting in line", line...)
			v.progress.Progress = v.progress.RecordInLine(result.outcome, result.code, result.disputed...)
		}
	}
	if v.progress.ReferenceState == scenarios.ReferenceInLine {
		err := s.Upstream.ReferenceSet(ctx, v.caller, v.order.IDPayin, v.progress.Reference)
		if !errors.Is(err, upstream.ErrNoCreation) && !errors.Is(err, upstream.ErrInLine) {
			v.progress.ReferenceState = referenceState(v.progress.ReferenceState, err)
		}
	}
}
