package handlers

import (
	"context"
	"errors"
	"sync"
	"time"

	"payapp/apiclient"
	"payapp/internal/watch"
	"payapp/scenarios"
)

// freshness is the oldest answer that a page is made from.
const freshness = 2 * time.Second

// gather collects the facts of a payment. Independent calls go side by side,
// and only those whose answers can matter: an unpaid payment needs options, a
// paid one doesn't.
//
// A token that the gateway hasn't accepted yet reads the payment first, alone:
// junk costs one call, and once it is proven the rest may come from what the
// merchant's other customers have asked already.
func (s *Server) gather(ctx context.Context, v *visit) scenarios.Facts {
	f := s.known(v)
	var (
		group                      sync.WaitGroup
		readTrouble, optionTrouble scenarios.Trouble
	)
	read := func() { f.Reading, readTrouble = s.read(ctx, v, freshness) }
	unpaid := !v.status && !f.Work.Accepted
	switch {
	case f.Work.NotCreated && !v.status: // until Pay, which a status link doesn't have
		f.Reading = scenarios.Reading{State: scenarios.NotCreated, At: f.Now}
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
func (s *Server) known(v *visit) scenarios.Facts {
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
func (s *Server) read(ctx context.Context, v *visit, maxAge time.Duration) (scenarios.Reading, scenarios.Trouble) {
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

func (s *Server) readOptions(ctx context.Context, v *visit) (*apiclient.Options, scenarios.Trouble) {
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
