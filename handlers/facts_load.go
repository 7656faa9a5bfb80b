package handlers

import (
	"context"
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/handlers/internal/parallel"
	"payapp/internal/gateway"
	"payapp/scenarios"
)

// notCreatedLife is how long a page trusts the cookie that the payment isn't
// created: the answer to a Pay can be lost on its way to the browser, and
// another browser can pay.
const notCreatedLife = time.Minute

// load loads the facts for a page. If the cookie says that the payment isn't
// created, that counts only for a while, and never against what this process
// knows. A page of a known payment uses the last reading, unless its customer
// has just opened the link.
func (s *server) load(ctx context.Context, v *visit) scenarios.Facts {
	age := s.Now().Sub(v.progress.NotCreatedAt).Abs() // a time ahead of ours is another replica's clock
	if age >= notCreatedLife || s.Gateway.Seen(v.caller, v.order.IDPayin) {
		v.progress.NotCreatedAt = time.Time{}
	}
	s.recordInLine(ctx, v)
	ask := gateway.Ask{Person: v.opened && v.waited.IsZero(), Heard: v.heard, Within: s.firstPage(v), Since: v.waited}
	return s.collect(ctx, v, loading{ask: ask, page: true})
}

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
	begun := v.progress.Accepted || v.progress.Known != ""
	if !v.waited.IsZero() || !v.heard.IsZero() || begun && !s.Gateway.Seen(v.caller, v.order.IDPayin) {
		return 0
	}
	return firstPageWithin
}

// loadToPost loads the facts for a POST. It trusts the cookie that the payment
// isn't created, however old, and options that are a few minutes old: a creation
// must not wait for another call. If there is a payment, the gateway answers 409,
// and the next page asks.
func (s *server) loadToPost(ctx context.Context, v *visit) scenarios.Facts {
	return s.collect(ctx, v, loading{})
}

// loadToCheck loads the facts for somebody who wants to know now.
func (s *server) loadToCheck(ctx context.Context, v *visit) scenarios.Facts {
	return s.collect(ctx, v, loading{ask: gateway.Ask{Person: true}})
}

// loading says what the facts are for.
type loading struct {
	ask  gateway.Ask
	page bool // it shows the merchant's name
}

// collect asks for what is needed, and uses what the browser keeps if that says
// more.
func (s *server) collect(ctx context.Context, v *visit, g loading) scenarios.Facts {
	return s.recall(v, s.askAll(ctx, v, g))
}

// askAll makes the necessary calls, in parallel if they are independent: an unpaid
// payment needs options, a paid one doesn't, and one that waits in line for its
// creation needs no call.
//
// With an unverified token the payment is read first, alone: junk costs only one
// call, and once the token is verified the rest may come from the merchant's
// caches.
func (s *server) askAll(ctx context.Context, v *visit, g loading) scenarios.Facts {
	f := s.known(v)
	if g.ask.Exists = f.Progress.Accepted; v.creating {
		f.Trouble = scenarios.InLine
		return f
	}
	var (
		group                      parallel.Group
		readTrouble, optionTrouble scenarios.Trouble
	)
	began := time.Now()
	read := func() { f.Reading, readTrouble = s.read(ctx, v, g.ask) }
	unpaid := !v.readOnly && !f.Progress.Accepted
	switch {
	case !f.Progress.NotCreatedAt.IsZero() && !v.readOnly: // a status link has no Pay to wait for
		f.Reading = scenarios.Reading{State: scenarios.NotCreated, At: f.Progress.NotCreatedAt}
	case !v.progress.Proven:
		if read(); readTrouble == scenarios.TokenRejected || f.Reading.State == scenarios.Unreadable {
			f.Trouble = readTrouble
			return f
		}
		unpaid = unpaid && f.Reading.State != scenarios.Created
	default:
		group.Go(read)
	}
	naming, nameless := context.WithCancel(ctx)
	defer nameless()
	if unpaid {
		ask := gateway.Ask{Person: !g.page, Since: g.ask.Since}
		if g.ask.Within > 0 {
			ask.Within = max(g.ask.Within-time.Since(began), leastWithin)
		}
		group.Go(func() {
			if f.Options, optionTrouble = s.readOptions(ctx, v, ask); optionTrouble == scenarios.InLine {
				nameless() // no page shows it yet
			}
		})
	}
	if g.page {
		group.Go(func() { v.merchant, _ = s.Gateway.MerchantName(naming, v.caller) }) // the page works without a name
	}
	group.Wait()

	f.Trouble = readTrouble
	if f.Reading.State == scenarios.NotCreated {
		f.Trouble = optionTrouble
	}
	return f
}

// recordInLine records the result of a creation or a number that waited in line
// when its page was last shown.
func (s *server) recordInLine(ctx context.Context, v *visit) {
	if waiting := v.progress.InLine; waiting != nil {
		payin, err := s.Gateway.Created(ctx, v.caller, v.order.IDPayin)
		switch {
		case errors.Is(err, gateway.ErrNoCreation): // it is at another replica, or this one has restarted
		case errors.Is(err, gateway.ErrInLine):
			v.creating = true
		default:
			became := s.outcomeOf(ctx, v, waiting.Method, payin, err)
			s.metrics.created.WithLabelValues(became.outcome.String()).Inc()
			v.progress.Progress = v.progress.RecordInLine(became.outcome, became.code, became.disputed...)
			v.settled = true
		}
	}
	if v.progress.ReferenceState == scenarios.ReferenceInLine {
		err := s.Gateway.ReferenceSet(ctx, v.caller, v.order.IDPayin)
		if !errors.Is(err, gateway.ErrNoCreation) && !errors.Is(err, gateway.ErrInLine) {
			v.progress.ReferenceState, v.settled = referenceState(err), true
		}
	}
}

// known are the facts that need no call.
func (s *server) known(v *visit) scenarios.Facts {
	return scenarios.Facts{
		Order:     v.order,
		Progress:  v.progress.Progress,
		Currency:  v.currency,
		Again:     scenarios.Again(v.again),
		Catalogue: s.Catalogue,
		AllowHTTP: s.AllowHTTP,
		Now:       s.Gateway.Now(),
	}
}

// read reads the payment. The interface doesn't show what a gateway answers
// about a payment that isn't created. After a refusal that isn't about the
// token the customer can continue. If a payment exists after all, the creation
// gets a 409.
func (s *server) read(ctx context.Context, v *visit, ask gateway.Ask) (scenarios.Reading, scenarios.Trouble) {
	got, err := s.Gateway.Payin(ctx, v.caller, v.order.IDPayin, ask)
	reading, trouble := readingOf(got, err)
	begun := v.readOnly || v.progress.Accepted || v.progress.Known != ""
	if reading.State == scenarios.Unreadable && got.At.IsZero() && !begun && errors.Is(err, apiclient.ErrInvalid) {
		return scenarios.Reading{State: scenarios.NotCreated, Unsure: true, At: s.Gateway.Now()}, scenarios.NoTrouble
	}
	return reading, trouble
}

// readingOf is the gateway's answer as a fact for decisions.
func readingOf(got gateway.Reading, err error) (scenarios.Reading, scenarios.Trouble) {
	reading := scenarios.Reading{Payin: got.Payin, At: got.At}
	switch {
	case got.Found:
		reading.State = scenarios.Created
	case err == nil:
		reading.State = scenarios.NotCreated
	}
	return reading, troubleOf(err)
}

func (s *server) readOptions(ctx context.Context, v *visit, ask gateway.Ask) (*apiclient.Options, scenarios.Trouble) {
	options, err := s.Gateway.Options(ctx, v.caller, v.order.Money, ask)
	if err != nil {
		return nil, troubleOf(err)
	}
	return &options, scenarios.NoTrouble
}

// troubleOf maps the gateway's failures to facts for decisions. Nothing else
// does.
func troubleOf(err error) scenarios.Trouble {
	switch {
	case err == nil:
		return scenarios.NoTrouble
	case errors.Is(err, gateway.ErrInLine):
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

// remember updates the progress after loading the facts. changed means that the
// cookie must be written.
func (v *visit) remember(f scenarios.Facts) (changed bool) {
	progress, changed := f.Remember()
	changed = changed || v.settled
	if !v.progress.Proven && provesToken(f) {
		v.progress.Proven = true
		changed = true
	}
	v.progress.Progress = progress
	return changed
}

// rememberAll is remember, and also what the browser keeps of the payment. It
// is for everything that shows or learns a payment's state.
func (s *server) rememberAll(c echo.Context, v *visit, f scenarios.Facts) (changed bool, err error) {
	before := v.progress.Known
	changed = v.remember(f)
	s.sawEnd(before, v, f)
	learned, err := s.learn(c, v, f)
	return changed || learned, err
}

// rememberLast does the same after a POST, with what is known here by then: the
// next page may come from another replica.
func (s *server) rememberLast(c echo.Context, v *visit) error {
	f, known := s.last(v)
	if !known {
		return nil
	}
	before := v.progress.Known
	v.progress.Progress, _ = f.Learn()
	s.sawEnd(before, v, f)
	_, err := s.learn(c, v, f)
	return err
}

// sawEnd counts a payment that ended since this browser last asked.
func (s *server) sawEnd(before scenarios.Status, v *visit, f scenarios.Facts) {
	if !before.Terminal() && v.progress.Known.Terminal() {
		s.metrics.sawOutcome(f.Reading.Payin.ProcessedAt, f.Now)
	}
}

// provesToken reports whether the gateway has accepted the token: it answered
// about the payment, "no such payment" included, now or in an earlier read with
// this token, whatever it refuses now.
func provesToken(f scenarios.Facts) bool {
	read := f.Reading.State != scenarios.Unreadable && !f.Reading.Unsure
	return read || f.Options != nil && f.Trouble != scenarios.TokenRejected
}

var _ Gateway = (*gateway.Gateway)(nil)
