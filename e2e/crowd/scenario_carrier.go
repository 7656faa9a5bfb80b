package main

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// Many people behind one address, as mobile carriers have it.
const (
	carrierCame  = 16
	carrierEvery = time.Second / 2
	quickly      = time.Second
)

// badLink is a link that the gateway refuses.
type badLink int

const (
	forged badLink = iota
	expiredPay
	expiredStatus
)

// bad is a customer with such a link. An expired one was good for a second.
func (t *scene) bad(ctx context.Context, kind badLink, address string, number int) (*town.Customer, error) {
	o := shop.Forged(t.Public, shop.Demo, fmt.Sprintf("forged-%s-%d", address, number))
	if kind != forged {
		var err error
		if o, err = t.Shop.Make(ctx, url.Values{"validity": {"1s"}}); err != nil {
			return nil, err
		}
	}
	c := town.NewCustomer(t.Browser, address, o)
	if kind == expiredStatus {
		c.Link = shop.StatusLink(t.Public, o.IDPayin, o.Token)
	}
	return c, nil
}

// spoil has customers with bad links open them from an address, and returns
// what they saw.
func (t *scene) spoil(ctx context.Context, address string, kinds ...badLink) (string, error) {
	seen := map[string]int{}
	for i, kind := range kinds {
		c, err := t.bad(ctx, kind, address, i)
		if err != nil {
			return "", err
		}
		if kind != forged {
			machine.Pause(ctx, 2*time.Second) // until it has expired
		}
		if err := c.Get(ctx, c.Link); err != nil {
			return "", err
		}
		for c.Page.Kind == "waiting" && machine.Pause(ctx, c.Page.Refresh) && c.Get(ctx, c.Page.Address.String()) == nil {
		}
		seen[c.Page.Kind+" "+c.Page.Problem]++
	}
	return counted(seen), nil
}

// runCarrier measures newcomers behind an address from which bad links came.
func runCarrier(ctx context.Context, s *session, _ flags) ([]row, error) {
	var rows []row
	for _, replicas := range []int{1, 2} {
		more, err := s.idleCarrier(ctx, replicas)
		rows = append(rows, more...)
		if err != nil {
			return rows, err
		}
	}
	more, err := s.busyCarrier(ctx)
	return append(rows, more...), err
}

// openShared makes a scene whose replicas share a Redis; a single one has none.
func (s *session) openShared(ctx context.Context, replicas int) (t *scene, end func(), err error) {
	if t, err = s.open(ctx, replicas); err != nil {
		return nil, nil, err
	}
	if replicas == 1 {
		return t, t.Close, nil
	}
	store, err := machine.StartRedis(ctx, s.logs)
	if err != nil {
		t.Close()
		return nil, nil, err
	}
	t.Extra = append(t.Extra, "PAYAPP_REDIS_URL=redis://"+store.Address+"/0")
	return t, func() { t.Close(); store.Kill() }, nil
}

// idleCarrier is at a gateway where nobody waits.
func (s *session) idleCarrier(ctx context.Context, replicas int) ([]row, error) {
	t, end, err := s.openShared(ctx, replicas)
	if err != nil {
		return nil, err
	}
	defer end()
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	var rows []row
	for i, c := range []struct {
		after string
		kinds []badLink
	}{
		{"a forged link", []badLink{forged}},
		{"an expired pay link", []badLink{expiredPay}},
		{"an expired status link", []badLink{expiredStatus}},
		{"all three", []badLink{forged, expiredPay, expiredStatus}},
	} {
		address := fmt.Sprintf("203.0.113.%d", 10+i)
		saw, err := t.spoil(ctx, address, c.kinds...)
		if err != nil {
			return rows, err
		}
		customers, err := t.behind(ctx, shop.Demo, []string{address}, 100*i, carrierCame)
		if err != nil {
			return rows, err
		}
		who := fmt.Sprintf("%s, one address after %s", replicasIn(replicas), c.after)
		t.Say("%s: %s", who, saw)
		rows = append(rows, entered(who, t.enter(ctx, who, customers, carrierEvery), quickly))
	}
	if replicas > 1 {
		row, err := t.largeCarrier(ctx)
		if err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return append(rows, t.rateRows()...), nil
}

func replicasIn(n int) string {
	if n == 1 {
		return "1 replica"
	}
	return fmt.Sprintf("%d replicas", n)
}

// behind are customers who share addresses.
func (t *scene) behind(ctx context.Context, merchant string, addresses []string, first, n int) ([]*town.Customer, error) {
	customers, err := t.orders(ctx, merchant, first, n)
	for i, c := range customers {
		c.Address = addresses[i%len(addresses)]
	}
	return customers, err
}

// largeCarrier has customers of four shops behind eight addresses; one of
// twenty has a link that has expired.
func (t *scene) largeCarrier(ctx context.Context) (row, error) {
	const shops, each, oneOf = 4, 40, 20
	var addresses []string
	for i := range 8 {
		addresses = append(addresses, fmt.Sprintf("203.0.113.%d", 100+i))
	}
	all := make([]*town.Customer, shops*each)
	for i := range shops {
		merchant := fmt.Sprintf("SHOP-%d", i+1)
		if err := t.Shop.Register(ctx, merchant); err != nil {
			return row{}, err
		}
		customers, err := t.behind(ctx, merchant, addresses, 1000*(i+1), each)
		if err != nil {
			return row{}, err
		}
		for j, c := range customers {
			all[shops*j+i] = c
		}
	}
	for i := 0; i < len(all); i += oneOf {
		expired, err := t.bad(ctx, expiredPay, addresses[i/oneOf%len(addresses)], 0)
		if err != nil {
			return row{}, err
		}
		all[i] = expired
	}
	machine.Pause(ctx, 2*time.Second) // until they have expired
	const who = "2 replicas, 8 addresses, 4 shops, one of 20 links expired"
	var honest []*town.Walk
	for i, w := range t.enter(ctx, who, all, time.Second/4) {
		if i%oneOf != 0 {
			honest = append(honest, w)
		}
	}
	return entered(who, honest, quickly), nil
}

// busyCarrier is at a shop whose watchers use up the rate, after a hundred
// forged links.
func (s *session) busyCarrier(ctx context.Context) ([]row, error) {
	const address, links, within = "203.0.113.10", 100, 5 * time.Second
	t, err := s.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	c, err := t.crowd(ctx, 100)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	t.Say("%d forged links from one address", links)
	var strangers sync.WaitGroup
	for i := range links {
		stranger, err := t.bad(ctx, forged, address, i)
		if err != nil {
			return nil, err
		}
		strangers.Go(func() { _ = stranger.Get(ctx, stranger.Link) })
		machine.Pause(ctx, time.Second/5)
	}
	strangers.Wait()
	customers, err := t.behind(ctx, shop.Demo, []string{address}, 0, carrierCame)
	if err != nil {
		return nil, err
	}
	who := fmt.Sprintf("100 watch, one address after %d forged links", links)
	return append([]row{entered(who, t.enter(ctx, who, customers, carrierEvery), within)}, t.rateRows()...), nil
}
