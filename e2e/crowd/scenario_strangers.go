package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// runUnnamedProxy has everybody come through a proxy that isn't named.
func runUnnamedProxy(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.openReady(ctx, "PAYAPP_TRUSTED_PROXIES=192.0.2.1")
	if err != nil {
		return nil, err
	}
	defer t.Close()
	strangers := junk{rate: 2, addresses: sixty}.start(ctx, t)
	defer strangers.stop()
	t.Say("forged links, two a second")
	machine.Pause(ctx, 10*time.Second)
	customers, err := t.orders(ctx, shop.Demo, 1, carrierCame)
	if err != nil {
		return nil, err
	}
	const who = "newcomers beside forged links"
	rows := []row{entered(who, t.enter(ctx, who, customers, carrierEvery), quickly)}
	counter, err := t.scrape(ctx, 0, "unnamed-proxy")
	if err != nil {
		return rows, err
	}
	rows = append(rows, wanted("requests that the metric counts", fmt.Sprint(counter), "> 0", counter > 0))
	return append(rows, t.rateRows()...), nil
}

// scrape adds up the samples of a replica's metrics whose name or labels have
// these words.
func (t *scene) scrape(ctx context.Context, replica int, words string) (sum float64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+t.Replicas[replica].Admin+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	for line := range strings.Lines(string(text)) {
		sample, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if number, wrong := strconv.ParseFloat(value, 64); ok && wrong == nil && strings.Contains(sample, words) {
			sum += number
		}
	}
	return sum, err
}

// rotating is one of 25,000 addresses, far apart.
func rotating(n int) string {
	ip := n % 25_000 * 167
	return fmt.Sprintf("100.%d.%d.%d", 64+ip>>16, ip>>8&255, ip&255)
}

// runRotatingJunk has strangers claim one shop from ever new addresses, while
// customers of that shop and of three others come.
func runRotatingJunk(ctx context.Context, s *session, _ flags) ([]row, error) {
	t, err := s.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	var others []string
	for i := range 3 {
		others = append(others, fmt.Sprintf("SHOP-%d", i+1))
		if err := t.Shop.Register(ctx, others[i]); err != nil {
			return nil, err
		}
	}
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	for i, merchant := range append(others, shop.Demo) { // no shop has its first customer ever
		known, err := t.CustomerOf(ctx, merchant, 5000+i)
		if err != nil {
			return nil, err
		}
		known.Enter(ctx)
	}
	var rows []row
	for i, rate := range []int{20, 100, 230} {
		more, err := t.rotatingJunk(ctx, rate, others, 1000*i)
		rows = append(rows, more...)
		if err != nil {
			return rows, err
		}
	}
	return append(rows, t.rateRows()...), nil
}

func (t *scene) rotatingJunk(ctx context.Context, rate int, others []string, first int) ([]row, error) {
	const came = 18
	var elsewhere []*town.Customer
	for i := range came {
		c, err := t.CustomerOf(ctx, others[i%len(others)], first+i)
		if err != nil {
			return nil, err
		}
		elsewhere = append(elsewhere, c)
	}
	here, err := t.orders(ctx, shop.Demo, first+came, came/2)
	if err != nil {
		return nil, err
	}
	t.Say("forged links, %d a second", rate)
	began := time.Now()
	strangers := junk{rate: rate, addresses: rotating}.start(ctx, t)
	machine.Pause(ctx, 5*time.Second)
	var running sync.WaitGroup
	var claimed []*town.Walk
	running.Go(func() { claimed = t.enter(ctx, "that shop's newcomers", here, 2*time.Second) })
	served := t.enter(ctx, "other shops' newcomers", elsewhere, time.Second)
	running.Wait()
	strangers.stop()
	seconds := time.Since(began).Seconds()
	said := 0
	for _, w := range claimed {
		if w.Answered > 0 && w.Answered <= 2*time.Second && len(w.Problems) == 0 {
			said++
		}
	}
	who := fmt.Sprintf("%d forged links a second", rate)
	that := entered("", claimed, 2*time.Second)
	return []row{
		told(who+": came, were refused, met else", "%d (%.0f a second), %d, %d", strangers.entered.Load(),
			float64(strangers.entered.Load())/seconds, strangers.refused.Load(), strangers.other.Load()),
		entered(who+", other shops' newcomers", served, quickly),
		told(who+", that shop's newcomers: first page <= 2s", "%s", that.measured),
		wanted(who+", that shop's newcomers: first page, or told that they are in line, <= 2s",
			fmt.Sprintf("%d of %d", said, len(claimed)), "all", said == len(claimed)),
	}, nil
}
