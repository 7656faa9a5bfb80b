package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// strangers open links that look right but have forged tokens.
type strangers struct {
	entered, refused, other atomic.Int64
	running                 sync.WaitGroup
	stop                    func()
}

// junk is how many strangers come, and from where.
type junk struct {
	rate      int // a second, in total
	addresses func(n int) string
}

func six(n int) string   { return fmt.Sprintf("203.0.113.%d", 1+n%6) }
func sixty(n int) string { return fmt.Sprintf("203.0.113.%d", 1+n%60) }

// networks are six /64 of one /56, each time another address of it.
func networks(n int) string { return fmt.Sprintf("2001:db8:0:ab%02x::%x", n%6, 1+n/6) }

// start lets them come at a constant rate, however slow the answers; while 400
// wait, no more come.
func (j junk) start(ctx context.Context, t *scene) *strangers {
	ctx, cancel := context.WithCancel(ctx)
	s := &strangers{}
	places := make(chan struct{}, 400)
	n := 0
	_, stop := every(ctx, time.Second/time.Duration(j.rate), func() error {
		n++
		number := n
		select {
		case places <- struct{}{}:
		default:
			return nil
		}
		s.running.Go(func() {
			defer func() { <-places }()
			s.enter(ctx, t, number, j.addresses(number))
		})
		return nil
	})
	s.stop = func() { stop(); cancel(); s.running.Wait() }
	return s
}

func (s *strangers) enter(ctx context.Context, t *scene, number int, address string) {
	id := fmt.Sprintf("forged-%d", number)
	c := town.NewCustomer(t.Browser, address, shop.Forged(t.Public, shop.Demo, id))
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	s.entered.Add(1)
	switch err := c.Get(ctx, c.Link); {
	case err == nil && c.Page.Problem == "token-rejected":
		s.refused.Add(1)
	default:
		s.other.Add(1)
	}
}
