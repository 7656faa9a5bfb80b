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

// missingLife is how long a page trusts its cookie that the payment isn't
// created: the answer to a Pay can be lost on its way to the browser, and
// another browser can pay.
const missingLife = time.Minute

// loading says what a visit needs of the gateway.
type loading struct {
	ask upstream.Ask
	// fresh: an old "not created" is no answer. A POST trusts it: a creation must
	// not wait for another call, and if there is a payment, the gateway answers 409.
	fresh bool
	names bool // the page shows the merchant's name
}

// toShow is what a page needs. A page of a known payment uses the last reading,
// unless its customer has just opened the link.
func (s *server) toShow(v *visit) loading {
	ask := upstream.Ask{Person: v.opened && v.waited.IsZero(), Heard: v.heard, Within: s.firstPage(v), Since: v.waited}
	return loading{ask: ask, fresh: true, names: true}
}

// toCheck is for somebody who wants to know now.
func toCheck() loading { return loading{ask: upstream.Ask{Person: true}, fresh: true} }

// firstPageWithin is how long a page may leave the window empty; after that a
// waiting page is shown. A gateway at its usual speed has answered by then.
const firstPageWithin = 700 * time.Millisecond

// leastWithin is the least of that for the options, however late the payment
// was read.
const leastWithin = 100 * time.Millisecond

// firstPage is how long this page may take; 0 = as long as a person waits. That
// is so if the browser already shows a page, or if the payment was begun but
// this process has no reading of it.
func (s *server) firstPage(v *visit) time.Duration {
	if !v.waited.IsZero() || !v.heard.IsZero() || v.known.Exists() && !s.lastOf(v).Exists() {
		return 0
	}
	return firstPageWithin
}

// said is what the gateway said for a visit, besides what is known of the
// payment.
type said struct {
	options *apiclient.Options
	trouble scenarios.Trouble
	unsure  bool
	channel string // the merchant's name
}

// learn adds to what is known of the visit's payment. What this browser was told
// before stays paid; that the gateway denies it now is for a person to look into.
func (s *server) learn(v *visit, told known.Payment) {
	if s.Sandbox {
		told.Test = false // in the sandbox every page says so already
	}
	if told.Denies(v.known) {
		s.Upstream.TakenBack(v.order.IDPayin, told)
	}
	v.known = v.known.Merge(told)
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
func (s *server) ask(ctx context.Context, v *visit, g loading) (out said) {
	s.learn(v, s.lastOf(v))
	if s.recordInLine(ctx, v); g.fresh {
		g.ask.Missing = s.Now().Add(-missingLife)
		v.known = v.known.Since(g.ask.Missing)
	}
	if g.ask.Exists = v.known.Exists(); v.creating {
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
	case unpaid && s.isMissing(v, g): // its cookie says so
	case !verified:
		if read = s.read(ctx, v, g.ask); read.trouble == scenarios.TokenRejected || !read.says() {
			s.learn(v, read.told)
			return said{trouble: read.trouble}
		}
		unpaid = unpaid && !read.told.Exists()
	default:
		calls = append(calls, func() { read = s.read(ctx, v, g.ask) })
	}
	naming, nameless := context.WithCancel(ctx)
	defer nameless()
	if unpaid {
		ask := upstream.Ask{Person: !g.names, Since: g.ask.Since}
		if g.ask.Within > 0 {
			ask.Within = max(g.ask.Within-time.Since(began), leastWithin)
		}
		calls = append(calls, func() {
			if out.options, optionErr = s.readOptions(ctx, v, ask); errors.Is(optionErr, upstream.ErrInLine) {
				nameless() // no page shows it yet
			}
		})
	}
	if g.names && v.progress.Payee == "" {
		calls = append(calls, func() { out.channel, _ = s.Upstream.MerchantName(naming, v.caller) }) // the page works without a name
	}
	inParallel(calls...)

	optionTrouble := troubleOf(optionErr)
	switch {
	case errors.Is(optionErr, apiclient.ErrUnauthorized):
		out.options, read, optionTrouble = s.withoutOptions(ctx, v, read, g.ask)
	case errors.Is(optionErr, apiclient.ErrVersion):
		v.known, read = unproven(v.known), read.unproven()
	}
	if s.learn(v, read.told); read.unsure && out.options != nil {
		s.learn(v, s.lastOf(v)) // the options may have shown what the read's 404 was about
		read.unsure = v.known.View().Existence == known.Nothing
	}
	v.verified = v.verified || out.options != nil
	out.unsure, out.trouble = read.unsure, read.trouble
	if v.known.View().Existence == known.NotCreated || out.unsure {
		out.trouble = optionTrouble
	}
	return out
}

// isMissing reports whether the payment needn't be read, since it isn't created
// by what is known. A status link has no Pay to wait for.
func (s *server) isMissing(v *visit, g loading) bool {
	if v.known.View().Existence != known.NotCreated || g.fresh && (len(v.known.Sent) > 0 || v.progress.InLine != nil) {
		return false // what was sent, here or at another replica, may be visible by now
	}
	age := s.Now().Sub(v.known.AskedAt()).Abs() // a time ahead of ours is another replica's clock
	return !g.fresh && !g.ask.Person || age < missingLife && v.cookie.View().Existence == known.NotCreated && !v.opened
}

// reading is what a read of the payment brought.
type reading struct {
	told    known.Payment
	trouble scenarios.Trouble
	unsure  bool
	err     error
}

// says reports whether the gateway said anything of the payment.
func (r reading) says() bool { return !r.told.AskedAt().IsZero() || r.unsure }

// read reads the payment. The interface doesn't show what a gateway answers
// about a payment that isn't created. After a refusal that isn't about the
// token the customer can continue. If a payment exists after all, the creation
// gets a 409.
func (s *server) read(ctx context.Context, v *visit, ask upstream.Ask) reading {
	ask.Looks = v.readOnly
	got, err := s.Upstream.Payin(ctx, v.caller, v.order.IDPayin, ask)
	if err != nil {
		got = got.Since(s.Now().Add(-missingLife)) // it may be outdated
	}
	nothing := got.AskedAt().IsZero() && !v.readOnly && !v.known.Exists()
	if nothing && (errors.Is(err, apiclient.ErrInvalid) || errors.Is(err, apiclient.ErrVersion)) {
		return reading{told: got, unsure: true, err: err}
	}
	return reading{told: got, trouble: troubleOf(err), err: err}
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

// recordInLine records the result of a creation or a number that waited in line
// when its page was last shown.
func (s *server) recordInLine(ctx context.Context, v *visit) {
	if waiting := v.progress.InLine; waiting != nil {
		told, err := s.Upstream.Created(ctx, v.caller, v.order.IDPayin, waiting.Since)
		switch {
		case errors.Is(err, upstream.ErrNoCreation): // it is at another replica, or this one has restarted
		case errors.Is(err, upstream.ErrInLine):
			v.creating = true
		default:
			became := s.outcomeOf(ctx, v, *waiting, told, err)
			s.metrics.Created.WithLabelValues(became.outcome.String()).Inc()
			line := append(v.names(), slog.String("became", became.outcome.String()))
			s.Logger.LogAttrs(ctx, slog.LevelInfo, "payment sent, after waiting in line", line...)
			v.progress.Progress = v.progress.RecordInLine(became.outcome, became.code, became.disputed...)
		}
	}
	if v.progress.ReferenceState == scenarios.ReferenceInLine {
		err := s.Upstream.ReferenceSet(ctx, v.caller, v.order.IDPayin, v.progress.Reference)
		if !errors.Is(err, upstream.ErrNoCreation) && !errors.Is(err, upstream.ErrInLine) {
			v.progress.ReferenceState = referenceState(err)
		}
	}
}
