package handlers

import (
	"context"
	"errors"
	"time"

	"payapp/apiclient"
	"payapp/internal/watch"
	"payapp/scenarios"
)

// freshness is the oldest answer that a page is made from.
const freshness = 2 * time.Second

// notCreatedLife is how long a page believes the cookie that the payment isn't
// created: the answer to a Pay can be lost on its way to the browser, and
// another browser can pay.
const notCreatedLife = time.Minute

// gather collects the facts for a page. What the cookie says of a payment that
// isn't created counts for a while only, and never against what this process
// knows.
func (s *server) gather(ctx context.Context, v *visit) scenarios.Facts {
	age := s.Now().Sub(v.work.NotCreatedAt).Abs() // a time ahead of ours is another replica's clock
	if age >= notCreatedLife || s.Gateway.Seen(v.caller, v.instruction.IDPayin) {
		v.work.NotCreatedAt = time.Time{}
	}
	return s.gatherToAct(ctx, v)
}

// gatherToAct collects the facts for a POST. It believes the cookie that the
// payment isn't created, however old that is: no read is to come before a
// creation, the gateway's 409 tells when there is one, and the page that
// follows asks.
//
// Independent calls go side by side, and only those whose answers can matter:
// an unpaid payment needs options, a paid one doesn't.
//
// A token that the gateway hasn't accepted yet reads the payment first, alone:
// junk costs one call, and once it is proven the rest may come from what the
// merchant's other customers have asked already.
func (s *server) gatherToAct(ctx context.Context, v *visit) scenarios.Facts {
	f := s.known(v)
	var (
		group                      aside
		readTrouble, optionTrouble scenarios.Trouble
	)
	read := func() { f.Reading, readTrouble = s.read(ctx, v, freshness) }
	unpaid := !v.readOnly && !f.Work.Accepted
	switch {
	case !f.Work.NotCreatedAt.IsZero() && !v.readOnly: // a status link has no Pay to wait for
		f.Reading = scenarios.Reading{State: scenarios.NotCreated, At: f.Work.NotCreatedAt}
	case !v.work.Proven:
		if read(); readTrouble == scenarios.TokenRejected {
			f.Trouble = readTrouble
			return f
		}
		unpaid = unpaid && f.Reading.State != scenarios.Created
	default:
		group.Go(read)
	}
	if unpaid {
		group.Go(func() { f.Options, optionTrouble = s.readOptions(ctx, v) })
	}
	group.Go(func() { v.merchant, _ = s.Gateway.MerchantName(ctx, v.caller) }) // a name is never worth a fuss
	group.Wait()

	f.Trouble = readTrouble
	if f.Reading.State == scenarios.NotCreated {
		f.Trouble = optionTrouble
	}
	return f
}

// known are the facts that need no call.
func (s *server) known(v *visit) scenarios.Facts {
	return scenarios.Facts{
		Instruction: v.instruction,
		Work:        v.work.Work,
		Currency:    v.currency,
		Catalogue:   s.Catalogue,
		AllowHTTP:   s.AllowHTTP,
		Now:         s.Gateway.Now(),
	}
}

// read asks for the payment itself.
func (s *server) read(ctx context.Context, v *visit, maxAge time.Duration) (scenarios.Reading, scenarios.Trouble) {
	got, err := s.Gateway.Payin(ctx, v.caller, v.instruction.IDPayin, maxAge)
	reading := scenarios.Reading{Payin: got.Payin, At: got.At}
	switch {
	case got.Found:
		reading.State = scenarios.Created
	case err == nil:
		reading.State = scenarios.NotCreated
	}
	return reading, troubleOf(err)
}

func (s *server) readOptions(ctx context.Context, v *visit) (*apiclient.Options, scenarios.Trouble) {
	options, err := s.Gateway.Options(ctx, v.caller, v.instruction.Money)
	if err != nil {
		return nil, troubleOf(err)
	}
	return &options, scenarios.NoTrouble
}

// troubleOf is the one mapping from the gateway's failures to what decisions
// know of them.
func troubleOf(err error) scenarios.Trouble {
	switch {
	case err == nil:
		return scenarios.NoTrouble
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

// remember updates the work after gathering. changed says that the cookie
// should be written.
func (v *visit) remember(f scenarios.Facts) (changed bool) {
	work, changed := f.Remember()
	if !v.work.Proven && (f.Reading.State != scenarios.Unreadable || f.Options != nil) && f.Trouble != scenarios.TokenRejected {
		v.work.Proven = true
		changed = true
	}
	v.work.Work = work
	return changed
}

var _ Gateway = (*watch.Gateway)(nil)
