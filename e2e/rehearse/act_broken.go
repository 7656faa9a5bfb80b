package main

import (
	"context"
	"strings"
	"time"

	"payapp/e2e/internal/harness"
)

// killReplica: a power cut. The other one serves all.
func killReplica(ctx context.Context, s *stage) error {
	l := s.startLoad(ctx)
	harness.Pause(ctx, 2*time.Second)
	s.replicas[1].Kill()
	s.fires(ctx, "PayappDown", 60*time.Second)
	if err := s.replicas[1].start(ctx, "v1.1.0", s.keys); err != nil {
		l.stop()
		return err
	}
	if err := s.backends(ctx); err != nil {
		l.stop()
		return err
	}
	l.allPaid()
	s.calm(ctx)
	return nil
}

// loseStore: each replica goes on with its share of the rate.
func loseStore(ctx context.Context, s *stage) error {
	l := s.startLoad(ctx)
	harness.Pause(ctx, 2*time.Second)
	s.redis.Kill()
	s.fires(ctx, "PayappStoreDown", 60*time.Second)
	out, err := s.tool(ctx, s.replicas[0].settings(s.keys), "check")
	s.is(err != nil && strings.Contains(out, "fault    store"), "payapp check finds it")
	if err := s.redis.Begin(ctx); err != nil {
		l.stop()
		return err
	}
	l.nothingLost()
	s.calm(ctx)
	return nil
}

// loseGateway: payments that are known stay, new ones wait; nobody loses one.
func loseGateway(ctx context.Context, s *stage) error {
	o, waiting, err := s.reader(ctx)
	if err != nil {
		return err
	}
	defer waiting.close()
	var late []harness.Order
	for range 80 {
		o, err := s.newOrder(ctx, "THB/PROMPTPAY")
		if err != nil {
			return err
		}
		late = append(late, o)
	}
	s.sandbox.Kill()
	if err := waiting.Get(ctx, waiting.Page.Address.String()); err != nil {
		return err
	}
	s.is(waiting.Page.Kind == "instructions", "and still does once the gateway is gone (%s)", waiting.Page.Kind)
	visits, stop := context.WithCancel(ctx)
	calm := make(chan string, 1)
	go func() { calm <- s.visitors(visits, late) }()
	s.fires(ctx, "PayappGatewayUnavailable", 60*time.Second)
	s.fires(ctx, "PayappCircuitOpen", 60*time.Second)
	stop()
	seen := <-calm
	s.is(seen == "problem gateway-unavailable" || seen == "waiting ", "newcomers see: %s", seen)
	out, err := s.tool(ctx, s.replicas[0].settings(s.keys), "check")
	s.is(err != nil && strings.Contains(out, "fault    gateway"), "payapp check finds it")
	if err := s.startSandbox(ctx, sandboxRate); err != nil {
		return err
	}
	customers++
	returning := newBrowser(s, customers)
	defer returning.close()
	troubles := s.pay(ctx, returning, late[0])
	s.is(returning.Page != nil && returning.Page.Status == "success",
		"the gateway is back, and a newcomer pays after %d troubles", len(troubles))
	troubles = s.pay(ctx, waiting, o)
	s.is(len(troubles) == 0, "so does the one who waited %s", strings.Join(troubles, ", "))
	s.calm(ctx)
	return nil
}

// visitors open the orders' links again and again, each in a browser of their own,
// and return what the last one saw.
func (s *stage) visitors(ctx context.Context, orders []harness.Order) (seen string) {
	for i := 0; ctx.Err() == nil; i++ {
		customers++
		b := newBrowser(s, customers)
		if err := b.Get(ctx, orders[i%len(orders)].RedirectURL); err == nil {
			seen = b.Page.Kind + " " + b.Page.Problem
		} else if ctx.Err() == nil {
			seen = err.Error()
		}
		b.close()
	}
	return seen
}

// wrongKey: one replica has a key that the other doesn't know.
func wrongKey(ctx context.Context, s *stage) error {
	wrong := newKey()
	if err := s.replicas[1].restart(ctx, wrong); err != nil {
		return err
	}
	l := s.startLoad(ctx)
	s.fires(ctx, "PayappWrongKey", 60*time.Second)
	out, err := s.tool(ctx, s.replicas[0].settings(s.keys), "check", "--replica", "http://"+s.replicas[1].admin)
	s.is(err != nil && strings.Contains(out, "can't open what we seal"), "payapp check --replica finds it")
	s.fires(ctx, "PayappSessionsLost", 60*time.Second)
	// Its own key stays, behind: what it has sealed meanwhile opens everywhere.
	for _, r := range s.replicas {
		if err := r.restart(ctx, s.keys+","+wrong); err != nil {
			l.stop()
			return err
		}
	}
	s.keys += "," + wrong
	came, _, troubled, what := l.stop()
	s.is(troubled > 0, "of %d customers meanwhile some noticed: %s", came, what)
	after := s.startLoad(ctx)
	harness.Pause(ctx, 5*time.Second)
	after.nothingLost()
	s.calm(ctx)
	return nil
}

// junkFlood: strangers with forged links, from a few addresses.
func junkFlood(ctx context.Context, s *stage) error {
	l := s.startLoad(ctx)
	flood, stop := context.WithCancel(ctx)
	done := s.flood(flood)
	s.fires(ctx, "PayappJunkFlood", 60*time.Second)
	stop()
	s.is(true, "%d forged links were opened", <-done)
	l.nothingLost()
	s.calm(ctx)
	return nil
}

// exhaustRate: a rush at a small rate. Everybody pays, but stands in line.
func exhaustRate(ctx context.Context, s *stage) error {
	for _, r := range s.replicas {
		r.rate = 8
		if err := r.restart(ctx, s.keys); err != nil {
			return err
		}
	}
	l := s.startLoad(ctx)
	s.fires(ctx, "PayappRateExhausted", 90*time.Second)
	for _, r := range s.replicas {
		r.rate = 0
		if err := r.restart(ctx, s.keys); err != nil {
			l.stop()
			return err
		}
	}
	l.allPaid()
	s.calm(ctx)
	return nil
}
