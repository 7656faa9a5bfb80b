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
}

func (refusing) Payin(context.Context, upstream.Caller, string, known.Payment, upstream.Ask) (known.Payment, error) {
	return known.Payment{}, fmt.Errorf("no such thing: %w", apiclient.ErrInvalid)
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
	for _, good := range []bool{false, true} {
		s := inside(t)
		s.Upstream = refusing{good: good}
		v := &visit{}
		got := s.ask(t.Context(), v, s.toShow(v))
		if !got.unsure || v.verified != good || v.known.View().Existence != known.Nothing || (got.options != nil) != good {
			t.Errorf("good %v: %+v, verified %v, %+v", good, got, v.verified, v.known)
		}
		if _, refused := scenarios.Next(s.facts(v, got)).(scenarios.ShowProblem); !refused {
			t.Errorf("good %v: goes on without options", good)
		}
	}
}
