package main

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"payapp/e2e/internal/harness"
)

// tokens are the orders' tokens, to look for them in logs.
type tokens struct {
	mu  sync.Mutex
	all []string
}

func (t *tokens) note(link string) {
	u, err := url.Parse(link)
	if err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, u.Query().Get("token"))
}

// newOrder makes one at the demo shop.
func (s *stage) newOrder(ctx context.Context, method string) (harness.Order, error) {
	o, err := s.shop.Make(ctx, url.Values{"scenario": {"4"}, "method": {method}})
	s.tokens.note(o.RedirectURL)
	s.tokens.note(o.StatusURL)
	return o, err
}

const (
	patience = time.Minute // a customer tries so long
	steps    = 40          // of a walk; more is a loop
)

// pay walks from the shop's link until the page says that it is paid. Each thing
// that a customer would notice is a trouble.
func (s *stage) pay(ctx context.Context, b *browser, o harness.Order) (troubles []string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := b.Get(ctx, o.RedirectURL)
	settled := false
	for range steps {
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			troubles = append(troubles, err.Error())
			harness.Pause(ctx, time.Second)
			err = b.Again(ctx, o.RedirectURL)
			continue
		}
		switch p := b.Page; {
		case p.Kind == "status" && p.Status == "success":
			s.paid.Add(1)
			return troubles
		case p.Kind == "problem":
			troubles = append(troubles, p.Problem)
			harness.Pause(ctx, time.Second)
			err = b.Again(ctx, o.RedirectURL)
		case p.Kind == "options" || p.Kind == "details" || p.Kind == "review":
			err = b.Press(ctx, "pay", "continue")
		case !settled && (p.Kind == "instructions" || p.Kind == "leaving" || p.Kind == "status" && p.Status == "pending"):
			settled = true
			if err := s.shop.Settle(ctx, o.IDPayin); err != nil {
				return append(troubles, err.Error())
			}
			err = b.Get(ctx, o.StatusURL)
		default: // it waits
			harness.Pause(ctx, 500*time.Millisecond)
			err = b.Again(ctx, o.RedirectURL)
		}
	}
	last := "no page"
	if b.Page != nil {
		last = b.Page.Kind + " " + b.Page.Status + b.Page.Problem
	}
	return append(troubles, errLost.Error()+" on "+last)
}

// reader is a customer who reads how to pay, and stays there.
func (s *stage) reader(ctx context.Context) (harness.Order, *browser, error) {
	o, err := s.newOrder(ctx, "THB/PROMPTPAY")
	if err != nil {
		return o, nil, err
	}
	customers++
	b := newBrowser(s, customers)
	if err = b.past(ctx, b.Get(ctx, o.RedirectURL)); err == nil {
		err = b.past(ctx, b.Press(ctx, "pay"))
	}
	if err != nil {
		b.close()
		return o, nil, err
	}
	s.is(b.Page.Kind == "instructions", "a customer reads how to pay (%s)", b.Page.Kind)
	return o, b, nil
}

// errLost is what mustn't happen: a customer who never saw the payment's end.
var errLost = errors.New("ended unpaid")

// past waits for the page behind those that wait for the gateway.
func (b *browser) past(ctx context.Context, err error) error {
	for range steps {
		if err != nil || b.Page.Kind != "waiting" {
			break
		}
		harness.Pause(ctx, 500*time.Millisecond)
		err = b.Get(ctx, b.Page.Address.String())
	}
	return err
}
