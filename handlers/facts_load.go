package handlers

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream"
	"payapp/scenarios"
)

// reason is why the gateway is asked: a row of reasons.
type reason int8

const (
	reloaded reason = iota // its page is shown again
	opened                 // its link was opened just now
	told                   // its page was told that there is news
	waited                 // its page says that it waits
	checkNow               // somebody wants to know now
	acted                  // a form was sent
)

// reasons say how long somebody waits for an answer, and how old it and a list of ways to
// pay may be.
var reasons = [...]struct {
	upstream.Ask               // but for NotBefore
	fresh        bool          // only a new answer will do
	options      time.Duration // since a form was sent, what it chooses from mustn't change
	shows        bool          // with the merchant's name; that it was seen is remembered
}{
	reloaded: {Ask: upstream.Ask{Idle: true, Wait: firstPage}, options: optionsFresh, shows: true},
	opened:   {Ask: upstream.Ask{Wait: firstPage}, fresh: true, options: optionsFresh, shows: true},
	told:     {Ask: upstream.Ask{Idle: true, Wait: upstream.Person}, options: optionsFresh, shows: true},
	waited:   {Ask: upstream.Ask{Wait: upstream.AfterWaiting}, options: optionsFresh, shows: true},
	checkNow: {Ask: upstream.Ask{Wait: upstream.Person}, fresh: true, options: optionsKept},
	acted:    {Ask: upstream.Ask{Idle: true, Old: true, Wait: upstream.Person}, options: optionsKept},
}

// How old the options of a page, and those by which a form is judged, may be.
const (
	optionsFresh = time.Minute
	optionsKept  = 15 * time.Minute
)

// firstPage is how long a page may leave the window empty; after that a waiting page is
// shown. A gateway at its usual speed has answered by then.
var firstPage = upstream.Within(700 * time.Millisecond)

// leastWithin is the least of that for the options, however late the payment was read.
const leastWithin = 100 * time.Millisecond

// whyShown is why a page is shown, and since when an answer is one to it.
func (s *server) whyShown(c echo.Context, v *visit) (why reason, since time.Time) {
	announced, waits := s.announcedTo(c.Request()), s.waitedOf(c.Request())
	switch {
	case !waits.IsZero() && announced.After(waits):
		return waited, announced
	case !waits.IsZero():
		return waited, waits
	case v.opened:
		return opened, time.Time{}
	case !announced.IsZero():
		return told, announced
	}
	return reloaded, time.Time{}
}

// merge adds to what is known of the visit's payment. What this browser was told
// before stays paid; that the gateway denies it now is for a person to look into.
func (s *server) merge(v *visit, answer known.Payment) {
	if s.Sandbox {
		answer.Test = false // in the sandbox every page says so already
	}
	if answer.Denies(v.payment) {
		s.Upstream.TakenBack(v.Order.IDPayin, answer)
	}
	v.payment = v.payment.Merge(answer)
	v.Verified = v.Verified || v.payment.Verifies()
}

// lastOf is what this process knows of the payment.
func (s *server) lastOf(v *visit) known.Payment {
	last, _ := s.Upstream.Last(v.caller, v.Order.IDPayin)
	return last
}

// ask makes the necessary calls, in parallel if they are independent: an unpaid
// payment needs options, a paid one doesn't, and one that waits in line for its
// creation needs no call.
//
// With an unverified token the payment is read first, alone: junk costs only one
// call, and once the token is verified the rest may come from the merchant's
// caches.
func (s *server) ask(ctx context.Context, v *visit) {
	ctx, why := upstream.OnePage(ctx), reasons[v.why]
	s.merge(v, s.lastOf(v))
	waits := s.recordInLine(ctx, v)
	if !why.Old {
		v.payment = v.payment.Since(s.Now().Add(-upstream.MissingLife))
	}
	if waits {
		v.Trouble = scenarios.Unasked
		return
	}
	var (
		calls     []func()
		optionErr error
		read      reading
	)
	began := time.Now()
	unpaid := !v.ReadOnly && !v.payment.Exists()
	if v.Verified {
		calls = append(calls, func() { read = s.read(ctx, v, v.why) })
	} else {
		read = s.read(ctx, v, v.why)
		if read.trouble == scenarios.TokenRejected || !read.says() {
			s.merge(v, read.payment)
			v.Trouble = s.troubleNow(v, read.trouble, read.err)
			return
		}
		unpaid = unpaid && !read.payment.Exists()
	}
	nameCtx, dropName := context.WithCancel(ctx)
	defer dropName()
	if unpaid {
		ask := upstream.Ask{NotBefore: s.Now().Add(-why.options), Wait: why.Wait}
		if why.shows && !ask.Wait.Held { // the page takes no longer in all
			ask.Wait = upstream.Within(max(ask.Wait.Whole-time.Since(began), leastWithin))
		}
		calls = append(calls, func() {
			var options apiclient.Options
			if options, optionErr = s.Upstream.Options(ctx, v.caller, v.Order.Money, ask); optionErr == nil {
				v.Options = &options
			} else if errors.Is(optionErr, upstream.ErrInLine) {
				dropName() // no page shows it yet
			}
		})
	}
	if why.shows && v.Progress.Payee == "" {
		calls = append(calls, func() { v.channel, _ = s.Upstream.MerchantName(nameCtx, v.caller) }) // the page works without a name
	}
	inParallel(calls...)
	optionTrouble := troubleOf(optionErr)
	switch {
	case errors.Is(optionErr, apiclient.ErrAmount):
		optionTrouble = scenarios.AmountRefused
		s.Logger.LogAttrs(ctx, slog.LevelWarn, "the gateway refuses to list ways to pay this amount",
			append(v.names(), slog.Any("error", optionErr))...)
	case errors.Is(optionErr, apiclient.ErrUnauthorized),
		// A 404 may be about our version, until another answer has shown that it is taken.
		errors.Is(optionErr, apiclient.ErrNoList) && (s.Upstream.TakesVersion() || !errors.Is(optionErr, apiclient.ErrVersion)):
		read, optionTrouble = s.withoutOptions(ctx, v, read)
	case errors.Is(optionErr, apiclient.ErrVersion):
		soon := s.Now().Add(time.Second) // what wasn't found so far may have been about our version, too
		v.payment, read.payment = v.payment.Since(soon), read.payment.Since(soon)
		read.unsure = read.unsure || read.trouble == scenarios.NoTrouble && !read.payment.Exists()
	}
	if unproven, ok := errors.AsType[upstream.UnprovenError](read.err); ok && read.unsure && s.Upstream.TakesVersion() {
		read.payment, read.unsure = read.payment.Merge(known.Missed(unproven.At)), false // the options have shown it
	}
	s.merge(v, read.payment)
	v.Verified = v.Verified || v.Options != nil
	v.Unsure, v.Trouble = read.unsure, s.troubleNow(v, read.trouble, read.err)
	if v.payment.View().Existence == known.NotCreated || v.Unsure {
		v.Trouble = optionTrouble
	}
}

// withoutOptions goes on where the token may not ask for the options: with what the
// shop named, if it named one. Whether the token is good a read says alone, so it is
// made now unless there was one.
//
// A 404 to that read may be about our version. Together with the refusal it isn't
// about the token: a gateway that looks at tokens accepted this one for the read.
func (s *server) withoutOptions(ctx context.Context, v *visit, read reading) (reading, scenarios.Trouble) {
	if read.err == nil {
		read = s.read(ctx, v, checkNow)
	}
	v.Verified = v.Verified || read.payment.Verifies() || errors.Is(read.err, apiclient.ErrVersion)
	switch {
	case read.trouble != scenarios.NoTrouble:
		return read, read.trouble
	case errors.Is(read.err, apiclient.ErrUnauthorized), !v.mayPay():
		return read, scenarios.TokenRejected
	}
	if options := scenarios.OptionsOf(v.Order); v.Verified && options != nil {
		v.Options = options
		return read, scenarios.NoTrouble
	}
	return read, scenarios.OptionsRefused
}

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
func (s *server) read(ctx context.Context, v *visit, why reason) reading {
	have, ask := v.payment, reasons[why].Ask
	switch {
	case reasons[why].fresh:
		ask.NotBefore = s.Now().Add(-upstream.Fresh)
	case !ask.Old:
		ask.NotBefore = v.since
	}
	if v.Progress.InLine != nil {
		have = have.Since(s.Now()) // a Pay that waits, perhaps at another replica, may be through by now
	}
	got, err := s.Upstream.Payin(ctx, v.caller, v.Order.IDPayin, have, ask)
	if err != nil {
		got = got.Since(s.Now().Add(-upstream.MissingLife)) // it may be outdated
	}
	if got.View().Existence == known.Nothing && !v.ReadOnly && !v.payment.Exists() && mayBeMissing(err) {
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
		return scenarios.Unasked
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

// troubleNow is the trouble of a read that brought this error. A payment's token is over once
// its own end has passed or reads have been refused for long: one refusal may be a mistake.
func (s *server) troubleNow(v *visit, trouble scenarios.Trouble, err error) scenarios.Trouble {
	refused, _ := errors.AsType[upstream.RefusedError](err)
	over := refused.For >= upstream.RefusedLong || !v.Expires.IsZero() && !s.Now().Before(v.Expires)
	if trouble == scenarios.TokenRejected && v.payment.Exists() && !over {
		return scenarios.GatewayStrange
	}
	return trouble
}
