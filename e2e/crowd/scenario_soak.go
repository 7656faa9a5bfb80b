package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
	"payapp/e2e/crowd/internal/watchers"
)

// Sizes of the soak.
const (
	soakUsually  = 30 * time.Minute
	soakArrival  = 600 * time.Millisecond // with their pages and polls: the whole rate
	soakPending  = 40                     // customers who wait at any time
	soakGrowth   = 1.25                   // the last quarter's memory beside the second's
	soakJudged   = 10 * time.Minute       // shorter ones say nothing of memory
	soakLeft     = 4                      // goroutines more than at the start, for what the runtime makes
	soakPatience = 3 * time.Minute
)

// runSoak keeps one replica at the gateway's rate for long, with a sandbox that
// goes wrong now and then: nothing may be lost, done twice, or kept for ever.
func runSoak(ctx context.Context, s *session, f flags) ([]row, error) {
	lasts := cmp.Or(f.lasts, soakUsually)
	t, err := s.openPlan(ctx, town.Plan{Replicas: 1, Faulty: true, Extra: []string{"PAYAPP_DRAIN_DELAY=0s"}})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	atRest, err := t.goroutines(ctx)
	if err != nil {
		return nil, err
	}
	c := watchers.New(ctx)
	defer c.Stop()
	memory, in, err := t.soak(ctx, s.out, c, lasts)
	if err != nil {
		return nil, err
	}
	for pending := 1; pending > 0 && err == nil; {
		pending, err = c.PayOldest(ctx, t.Shop)
	}
	if err != nil {
		return nil, err
	}
	missing := c.AllSeen(ctx, soakPatience)
	c.Stop()
	troubles, wrong := c.Stories()
	rows := []row{
		told("customers, in line, problems they met", "%d, %d, %s", in.arrived, in.waits, counted(in.met)),
		none("customers who couldn't pay", in.arrived-in.instructed),
		none("paid, and never seen", missing),
		none("pages that contradict the gateway", len(wrong)),
		none("payments created twice", t.Gateway.CreatedTwice()),
		told("what the streams met", "%s", counted(troubles)),
		told("calls, refused for the rate", "%d, %d", t.Gateway.Count(), t.Gateway.WithStatus(http.StatusTooManyRequests)),
	}
	rows = append(rows, endRows(ctx, c, soakPatience)...)
	rows = append(rows, memoryRow(memory, lasts))
	left, err := t.leftBehind(ctx, atRest)
	if err != nil {
		return rows, err
	}
	rows = append(rows, wanted("goroutines at the start, in the end", fmt.Sprintf("%d, %d", atRest, atRest+left),
		fmt.Sprintf("<= %d more", soakLeft), left <= soakLeft))
	err = t.Replicas[0].Terminate(time.Minute)
	return append(rows, wanted("stops when it is told to", fmt.Sprint(err == nil), "true", err == nil)), nil
}

// soaked is how the newcomers of a soak fared.
type soaked struct {
	arrived, instructed, waits int
	met                        map[string]int
}

// soak lets customers come and pay, and notes the replica's memory once a round.
func (t *scene) soak(ctx context.Context, out io.Writer, c *watchers.Crowd, lasts time.Duration) (memory []int64, all soaked, err error) {
	all.met = map[string]int{}
	round := min(max(lasts/10, 5*time.Second), time.Minute)
	each := int(round / soakArrival)
	for end := time.Now().Add(lasts); time.Now().Before(end); {
		in, err := t.arrive(ctx, 1+all.arrived, each, soakArrival, c.Join)
		if err != nil {
			return nil, all, err
		}
		for _, w := range in.walks {
			all.waits += w.Waits
			if w.Instructions {
				all.instructed++
			}
			for _, problem := range w.Problems {
				all.met[problem]++
			}
		}
		all.arrived += each
		for c.Waiting() > soakPending {
			if _, err := c.PayOldest(ctx, t.Shop); err != nil {
				return nil, all, err
			}
		}
		used, err := t.Replicas[0].Usage()
		if err != nil {
			return nil, all, err
		}
		memory = append(memory, used.Resident)
		running, err := t.goroutines(ctx)
		if err != nil {
			return nil, all, err
		}
		fmt.Fprintf(out, "  %s to go: %d customers, %d wait, %d calls, %.1f MB, %d goroutines\n",
			time.Until(end).Round(time.Second), all.arrived, c.Waiting(), t.Gateway.Count(), float64(used.Resident)/1e6, running)
	}
	return memory, all, nil
}

// memoryRow compares the last quarter with the second: by then what is kept on
// purpose is there.
func memoryRow(memory []int64, lasts time.Duration) row {
	mean := func(part []int64) float64 {
		sum := int64(0)
		for _, m := range part {
			sum += m
		}
		return float64(sum) / float64(max(1, len(part))) / 1e6
	}
	n := len(memory)
	second, last := mean(memory[n/4:n/2]), mean(memory[n*3/4:])
	if lasts < soakJudged {
		return told("memory in the last quarter", "%.1f MB", last)
	}
	return wanted("memory in the second quarter, in the last", fmt.Sprintf("%.1f MB, %.1f MB", second, last),
		fmt.Sprintf("<= × %.2f", soakGrowth), last <= second*soakGrowth)
}

// leftBehind is how many goroutines more than at rest are there once nobody is
// connected any more.
func (t *scene) leftBehind(ctx context.Context, atRest int) (left int, err error) {
	t.Browser.CloseIdleConnections()
	t.Gateway.Stop() // and with it the connections that the replica keeps to it
	for end := time.Now().Add(soakPatience); ; {
		now, err := t.goroutines(ctx)
		if left = now - atRest; err != nil || left <= soakLeft || time.Now().After(end) {
			return left, err
		}
		if !machine.Pause(ctx, time.Second) {
			return left, ctx.Err()
		}
	}
}

// goroutines are those of the first replica, by its metrics.
func (t *scene) goroutines(ctx context.Context) (int, error) {
	n, err := t.scrape(ctx, 0, "go_goroutines")
	return int(n), err
}
