package main

import (
	"context"
	"strings"
	"sync"
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
	var asking []*browser // whose tokens were accepted: newcomers' failures close no shop
	for range 8 {
		_, b, err := s.reader(ctx)
		if err != nil {
			return err
		}
		defer b.close()
		asking = append(asking, b)
	}
	s.sandbox.Kill()
	if err := waiting.Get(ctx, waiting.Page.Address.String()); err != nil {
		return err
	}
	s.is(waiting.Page.Kind == "instructions", "and still does once the gateway is gone (%s)", waiting.Page.Kind)
	visits, stop := context.WithCancel(ctx)
	var impatient sync.WaitGroup
	for _, b := range asking {
		impatient.Go(func() {
			for harness.Pause(visits, time.Second) {
				_ = b.Press(visits, "refresh") // what the page says is looked at elsewhere
			}
		})
	}
	calm := make(chan string, 1)
	go func() { calm <- s.visitors(visits, late) }()
	s.fires(ctx, "PayappGatewayUnavailable", 60*time.Second)
	s.fires(ctx, "PayappCircuitOpen", 60*time.Second)
	stop()
	impatient.Wait()
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

// junkFlood: strangers with forged links, from a few addresses.
func junkFlood(ctx context.Context, s *stage) error {
	l := s.startLoad(ctx)
	flood, stop := context.WithCancel(ctx)
	done := s.flood(flood)
	s.fires(ctx, "PayappJunkFlood", 60*time.Second)
	stop()
	s.is(true, "%d forged links were opened", <-done)
	l.nothingLost()
	if err := s.findJunk(ctx); err != nil {
		return err
	}
	s.calm(ctx)
	return nil
}

// findJunk looks for the shop that forged links claim and for whoever opens them, by
// the runbook's commands.
func (s *stage) findJunk(ctx context.Context) error {
	claimed, err := printed(runbookFile, `jq -nRr '[inputs | fromjson? | objects | select(.msg == "refused")]`)
	if err != nil {
		return err
	}
	lines, err := s.shell(ctx, claimed)
	if err != nil {
		return err
	}
	s.is(strings.HasSuffix(lines[0], " DEMO token-rejected"), "the shop that they claim: %s", lines[0])
	busiest, err := inline(runbookFile, "grep -h ' GET / ' ")
	if err != nil {
		return err
	}
	lines, err = s.shell(ctx, strings.Replace(busiest, "haproxy.log", "*haproxy.log", 1))
	if err != nil {
		return err
	}
	s.is(len(lines) > 6 && strings.Contains(lines[5], " 127.1.234."),
		"six addresses of a stranger are among the busiest: %s …", strings.TrimSpace(lines[1]))
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
