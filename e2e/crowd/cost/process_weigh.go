package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
	"payapp/e2e/crowd/internal/watchers"
)

const (
	started   = 10
	settles   = 5 * time.Second // until a process that did something is idle
	atOnce    = 16              // customers of a crowd
	crowdFor  = 10 * time.Second
	held      = 500 // streams
	megabytes = 1e6
)

// starts weighs the binary and a process that nobody uses; the last one stays.
func starts(ctx context.Context, out io.Writer, t *town.Town) {
	var took []time.Duration
	for range started {
		t.Replicas[0].Kill()
		began := time.Now()
		check(t.Begin(ctx, 0, town.AnyRate))
		look(ctx, t.Shop.Client, t.Public+"/", "gzip")
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	machine.Pause(ctx, settles)
	table(out, "The production build", "")
	fmt.Fprintf(out, "| the binary | %.1f MB |\n", float64(must(os.Stat(t.Binary)).Size())/megabytes)
	fmt.Fprintf(out, "| from start to the first page | %d ms (%d to %d, of %d) |\n",
		took[started/2].Milliseconds(), took[0].Milliseconds(), took[started-1].Milliseconds(), started)
	fmt.Fprintf(out, "| memory, idle after the start | %.0f MB |\n", resident(t))
}

// memory weighs the process that has answered all before, then one with streams.
func memory(ctx context.Context, out io.Writer, t *town.Town) {
	table(out, "Memory", "")
	fmt.Fprintf(out, "| after the looks and payments above | %.0f MB |\n", resident(t))
	crowd(ctx, out, t)
	streams(ctx, out, t)
}

// crowd weighs the process while several customers look at how to pay as fast as
// they are answered.
func crowd(ctx context.Context, out io.Writer, t *town.Town) {
	var looking errgroup.Group
	var looked atomic.Int64
	end := time.Now().Add(crowdFor)
	for i := range atOnce {
		c := must(t.Customer(ctx, 300+i))
		walkIn(ctx, t, c)
		looking.Go(func() error {
			for time.Now().Before(end) {
				if err := c.Reload(ctx); err != nil {
					return err
				}
				looked.Add(1)
			}
			return nil
		})
	}
	var most float64
	for time.Now().Before(end) && machine.Pause(ctx, 100*time.Millisecond) {
		most = max(most, resident(t))
	}
	check(looking.Wait())
	fmt.Fprintf(out, "| while %d customers look at once, %.0f pages a second | %.0f MB at most |\n",
		atOnce, float64(looked.Load())/crowdFor.Seconds(), most)
}

// streams weighs a process whose customers listen, and before they do. It collects
// its garbage at once: otherwise that would weigh more than streams do.
func streams(ctx context.Context, out io.Writer, t *town.Town) {
	t.Replicas[0].Kill()
	customers := must(t.Prepare(ctx, held))
	t.Replicas[0].Extra = []string{"GOGC=1"}
	check(t.Begin(ctx, 0, town.GatewayRate))
	for _, c := range customers { // what is known of each is in memory before
		check(c.Reload(ctx))
	}
	machine.Pause(ctx, 4*settles)
	before := resident(t) // readings in the background have come, too
	listening := watchers.New(ctx)
	listening.Still = true // reloading pages would cost more than the streams
	defer listening.Stop()
	listening.JoinAll(customers)
	machine.Pause(ctx, 4*settles)
	if open := listening.Open.Load(); open != held {
		check(fmt.Errorf("%d of %d streams are held", open, held))
	}
	after := resident(t)
	fmt.Fprintf(out, "| with %d held streams, and before them | %.1f MB, %.1f MB: %.1f KB a stream |\n",
		held, after, before, (after-before)*1000/held)
}

// resident is the application's memory, in megabytes.
func resident(t *town.Town) float64 {
	return float64(must(t.Replicas[0].Usage()).Resident) / megabytes
}
