package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"payapp/e2e/internal/harness"
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

// soak keeps one replica at the gateway's rate for long, with a sandbox that goes wrong
// now and then: nothing may be lost, done twice, or kept for ever.
func (s *session) soak(ctx context.Context, lasts time.Duration) ([]row, error) {
	d, err := s.open(ctx, plan{replicas: 1, faulty: true, settings: []string{"PAYAPP_DRAIN_DELAY=0s"}})
	if err != nil {
		return nil, err
	}
	defer d.close()
	if err := d.measure(ctx); err != nil {
		return nil, err
	}
	atRest, err := d.goroutines(ctx)
	if err != nil {
		return nil, err
	}
	c := newWatchers(ctx)
	defer c.stop()
	memory, in, err := d.comeAndPay(ctx, c, lasts)
	if err != nil {
		return nil, err
	}
	for pending := 1; pending > 0 && err == nil; {
		pending, err = c.payOldest(ctx, d.shop)
	}
	if err != nil {
		return nil, err
	}
	missing := c.allSeen(ctx, soakPatience)
	c.stop()
	troubles, wrong := c.stories()
	rows := []row{
		told("customers, in line, problems they met", "%d, %d, %s", in.arrived, in.waits, counted(in.met)),
		none("customers who couldn't pay", in.arrived-in.instructed),
		none("paid, and never seen", missing),
		none("pages that contradict the gateway", len(wrong)),
		none("payments created twice", d.gateway.createdTwice()),
		told("what the streams met", "%s", counted(troubles)),
		told("calls, refused for the rate", "%d, %d", d.gateway.count(), d.gateway.withStatus(http.StatusTooManyRequests)),
	}
	rows = append(rows, endRows(ctx, c, soakPatience)...)
	rows = append(rows, memoryRow(memory, lasts))
	left, err := d.leftBehind(ctx, atRest)
	if err != nil {
		return rows, err
	}
	rows = append(rows, wanted("goroutines at the start, in the end", fmt.Sprintf("%d, %d", atRest, atRest+left),
		fmt.Sprintf("<= %d more", soakLeft), left <= soakLeft))
	err = d.replicas[0].Terminate(time.Minute)
	return append(rows, wanted("stops when it is told to", fmt.Sprint(err == nil), "true", err == nil)), nil
}

// soaked is how the newcomers of a soak fared.
type soaked struct {
	arrived, instructed, waits int
	met                        map[string]int
}

// comeAndPay lets customers come and pay, and notes the replica's memory once a round.
func (d *deployment) comeAndPay(ctx context.Context, c *watchers, lasts time.Duration) (memory []int64, all soaked, err error) {
	all.met = map[string]int{}
	round := min(max(lasts/10, 5*time.Second), time.Minute)
	each := int(round / soakArrival)
	for end := time.Now().Add(lasts); time.Now().Before(end); {
		in, err := d.arrive(ctx, 1+all.arrived, each, soakArrival, c.join)
		if err != nil {
			return nil, all, err
		}
		for _, w := range in.walks {
			all.waits += w.waits
			if w.instructions {
				all.instructed++
			}
			for _, problem := range w.problems {
				all.met[problem]++
			}
		}
		all.arrived += each
		for c.waiting() > soakPending {
			if _, err := c.payOldest(ctx, d.shop); err != nil {
				return nil, all, err
			}
		}
		used, err := d.replicas[0].Usage()
		if err != nil {
			return nil, all, err
		}
		memory = append(memory, used.Resident)
		running, err := d.goroutines(ctx)
		if err != nil {
			return nil, all, err
		}
		d.say("%s to go: %d customers, %d wait, %d calls, %.1f MB, %d goroutines",
			time.Until(end).Round(time.Second), all.arrived, c.waiting(), d.gateway.count(), float64(used.Resident)/1e6, running)
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
func (d *deployment) leftBehind(ctx context.Context, atRest int) (left int, err error) {
	d.browsers.CloseIdleConnections()
	d.gateway.stop() // and with it the connections that the replica keeps to it
	for end := time.Now().Add(soakPatience); ; {
		now, err := d.goroutines(ctx)
		if left = now - atRest; err != nil || left <= soakLeft || time.Now().After(end) {
			return left, err
		}
		if !harness.Pause(ctx, time.Second) {
			return left, ctx.Err()
		}
	}
}

// goroutines are those of the first replica, by its metrics.
func (d *deployment) goroutines(ctx context.Context) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+d.replicas[0].admin+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "go_goroutines "); ok {
			return strconv.Atoi(value)
		}
	}
	return 0, errors.New("the metrics don't have go_goroutines")
}
