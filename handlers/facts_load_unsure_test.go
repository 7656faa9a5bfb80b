package handlers

import (
	"context"
	"fmt"
	"testing"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream"
	"payapp/money"
	"payapp/scenarios"
)

// refusing is a gateway that doesn't read what isn't created (400), and gives
// options to good tokens alone.
type refusing struct {
	atBank
	good bool
	as   error
}

func (refusing) GrantsNumber(upstream.Caller, string) bool { return true }

func (r refusing) Payin(context.Context, upstream.Caller, string, known.Payment, upstream.Ask) (known.Payment, error) {
	return known.Payment{}, fmt.Errorf("no such thing: %w", r.as)
}

func (refusing) Last(upstream.Caller, string) (known.Payment, error) { return known.Payment{}, nil }

func (r refusing) Options(context.Context, upstream.Caller, money.Money, upstream.Ask) (apiclient.Options, error) {
	if !r.good {
		return apiclient.Options{}, apiclient.ErrUnauthorized
	}
	return apiclient.Options{}, nil
}

// A refusal to read that could mean "not created" lets the customer go on, and
// says nothing of the token: junk gets it, too. Options, which only a good token
// gets, do. Nothing is known of the payment by either.
func TestARefusedReadProvesNoToken(t *testing.T) {
	for _, as := range []error{apiclient.ErrInvalid, apiclient.ErrForbidden, apiclient.ErrConflict, apiclient.ErrRefused, apiclient.ErrNoBody} {
		for _, good := range []bool{false, true} {
			s := inside(t)
			s.Upstream = refusing{good: good, as: as}
			v := &visit{}
			s.ask(t.Context(), v)
			if !v.Unsure || v.Verified != good || v.payment.View().Existence != known.Nothing || (v.Options != nil) != good {
				t.Errorf("%v, good %v: %+v, %+v", as, good, v.Facts, v.payment)
			}
			if _, refused := scenarios.Next(s.facts(v)).(scenarios.ShowProblem); !refused {
				t.Errorf("%v, good %v: goes on without options", as, good)
			}
		}
	}
}

// What says nothing of the payment doesn't let anybody go on: no answer, one that
// can't be trusted, a refused token, and a 403 where the options are refused, too.
func TestAReadThatSaysNothingLetsNobodyGoOn(t *testing.T) {
	for _, as := range []error{apiclient.ErrUnauthorized, apiclient.ErrUnavailable, apiclient.ErrMalformed} {
		s := inside(t)
		s.Upstream = refusing{good: true, as: as}
		v := &visit{}
		if s.ask(t.Context(), v); v.Unsure || v.Options != nil || v.Trouble == scenarios.NoTrouble {
			t.Errorf("%v: %+v", as, v.Facts)
		}
	}
	s := inside(t)
	s.Upstream = refusing{as: fmt.Errorf("%w: %w", apiclient.ErrForbidden, apiclient.ErrUnauthorized)}
	v := &visit{}
	if s.ask(t.Context(), v); v.Trouble != scenarios.TokenRejected {
		t.Errorf("read and options are refused: %+v", v.Facts)
	}
}
