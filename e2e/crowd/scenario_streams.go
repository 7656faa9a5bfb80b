package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/watchers"
)

// Sizes of the scenario. The window has three heart-beats of a stream that
// beats every 20 s.
const (
	streamsUsually = 10_000
	streamsBefore  = 200 // enough that the gateway is asked as often as with all
	streamsWindow  = 60 * time.Second
	memoryAim      = 24 << 10
	beatAim        = 15 * time.Microsecond
)

// runStreams measures what a held stream costs the replica: memory above that
// of the idle process, and the CPU of its heart-beats above a minute with few
// streams, in which the gateway is polled just as often.
func runStreams(ctx context.Context, s *session, f flags) ([]row, error) {
	n := cmp.Or(f.watchers, streamsUsually)
	bare, err := machine.BareWrite(ctx)
	if err != nil {
		return nil, err
	}
	t, err := s.open(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	customers, err := t.Prepare(ctx, n)
	if err != nil {
		return nil, err
	}
	if err := t.Measure(ctx); err != nil {
		return nil, err
	}
	if _, err := t.arrive(ctx, 1, 5, arrival/2, nil); err != nil { // a process that has worked, and is idle again
		return nil, err
	}
	machine.Pause(ctx, 5*time.Second)
	idle, err := t.Replicas[0].Usage()
	if err != nil {
		return nil, err
	}
	c := watchers.New(ctx)
	c.Still = true // reloading pages would cost more than the streams
	defer c.Stop()
	few := min(streamsBefore, n)
	c.JoinAll(customers[:few])
	machine.Pause(ctx, 20*time.Second)
	before, err := t.window(ctx, c)
	if err != nil {
		return nil, err
	}
	c.JoinAll(customers[few:])
	machine.Pause(ctx, 40*time.Second)
	all, err := t.window(ctx, c)
	if err != nil {
		return nil, err
	}
	in, err := t.arrive(ctx, 100, 10, arrival, nil)
	if err != nil {
		return nil, err
	}
	rows := []row{
		wanted("streams held", fmt.Sprintf("%d to %d", all.fewest, all.most), fmt.Sprintf(">= %d", n*99/100), all.fewest >= int64(n*99/100)),
		told("memory of the idle process, with all", "%d MB, %d MB", idle.Resident>>20, all.resident>>20),
	}
	rows = append(rows, streamCosts(idle, before, all, bare)...)
	rows = append(rows, in.rows(0, time.Second)...)
	return append(rows, t.gatewayRows(c)...), nil
}

// window is a replica's usage over a period.
type window struct {
	cpu          time.Duration
	resident     int64
	beats, asked int64
	news         int64
	calls        int
	fewest, most int64 // streams held
}

// window watches the only replica, and samples it every second.
func (t *scene) window(ctx context.Context, c *watchers.Crowd) (window, error) {
	start, err := t.Replicas[0].Usage()
	if err != nil {
		return window{}, err
	}
	w := window{
		fewest: c.Open.Load(), most: c.Open.Load(), resident: start.Resident,
		beats: -c.Beats.Load(), asked: -c.Asked.Load(), news: -c.News.Load(), calls: -t.Gateway.Count(),
	}
	for range streamsWindow / time.Second {
		if !machine.Pause(ctx, time.Second) {
			return w, ctx.Err()
		}
		now, err := t.Replicas[0].Usage()
		if err != nil {
			return w, err
		}
		w.cpu, w.resident = now.CPU-start.CPU, max(w.resident, now.Resident)
		w.fewest, w.most = min(w.fewest, c.Open.Load()), max(w.most, c.Open.Load())
	}
	w.beats += c.Beats.Load()
	w.asked += c.Asked.Load()
	w.news += c.News.Load()
	w.calls += t.Gateway.Count()
	return w, nil
}

func streamCosts(idle machine.Usage, before, all window, bare time.Duration) []row {
	memory := wanted("memory a stream", "no streams were held", "<= 24 KB", false)
	if all.fewest > 0 {
		each := (all.resident - idle.Resident) / all.fewest
		memory = wanted("memory a stream", fmt.Sprintf("%.1f KB", float64(each)/1024), "<= 24 KB", each <= memoryAim)
	}
	beat := atMost("CPU a heart-beat", 0, 0, beatAim)
	if beats := all.beats - before.beats; beats > 0 {
		beat = atMost("CPU a heart-beat", (all.cpu-before.cpu)/time.Duration(beats), int(beats), beatAim)
	}
	said := func(what string, w window) row {
		return told(what, "CPU %s, beats %d, news %d, streams asked for %d, gateway calls %d", round(w.cpu), w.beats, w.news, w.asked, w.calls)
	}
	return []row{
		told("CPU of a bare write of a heart-beat's bytes", "%s", round(bare)), memory,
		said("a minute with few streams", before), said("a minute with all", all), beat,
	}
}
