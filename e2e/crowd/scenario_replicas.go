package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// When each accident happens, after the first newcomer starts.
const (
	replicaDies   = 20 * time.Second
	replicaIsBack = 30 * time.Second
	storeDies     = 40 * time.Second
	storeIsBack   = 55 * time.Second
)

// runReplicas has three replicas behind a balancer that sends each request to
// the next, with a shared Redis; one replica and the store are killed.
func runReplicas(ctx context.Context, s *session, f flags) ([]row, error) {
	watchers := f.watchers
	if watchers == 0 {
		watchers = watchersUsually
	}
	t, err := openTown(ctx, s, 3)
	if err != nil {
		return nil, err
	}
	defer t.close()
	customers, err := t.prepare(ctx, watchers) // without the store, which begins empty
	if err != nil {
		return nil, err
	}
	store, err := startStore(ctx, s.logs)
	if err != nil {
		return nil, err
	}
	defer func() { store.kill() }()
	t.extra = append(t.extra, "PAYAPP_REDIS_URL=redis://"+store.address+"/0")
	if err := t.measure(ctx); err != nil {
		return nil, err
	}
	c, err := t.watch(ctx, customers)
	if err != nil {
		return nil, err
	}
	defer c.stop()
	p := t.startPaying(ctx, c, payingOne, time.Second)
	accident := t.accidents(ctx, store)
	in, err := t.arrive(ctx, 1, newcomersOne, arrival, c.join)
	p.stop()
	if err := errors.Join(err, accident()); err != nil {
		return nil, err
	}
	rows := append([]row{told("watchers", "%d", watchers)}, in.rows(1, 0)...)
	rows = append(rows, p.rows(ctx, 1.6)...)
	rows = append(rows, told("calls in each five seconds, no reads", "%s", t.gateway.pace(p.began, 5*time.Second)))
	rows = append(rows, t.gatewayRows(c)...)
	c.stop()
	rows = append(rows, none("instructions without a payment", t.lost(in)))
	return append(rows, c.endRows(ctx)...), nil
}

// accidents kills a replica and later the store, and restarts each; the result
// waits for the last restart.
func (t *town) accidents(ctx context.Context, store *store) func() error {
	var result error
	var running sync.WaitGroup
	running.Go(func() {
		began := time.Now()
		at := func(when time.Duration) bool { return pause(ctx, when-time.Since(began)) }
		if at(replicaDies) {
			t.replicas[1].kill()
		}
		if at(replicaIsBack) {
			result = t.begin(ctx, 1, gatewayRate)
		}
		if at(storeDies) {
			store.kill()
		}
		if at(storeIsBack) {
			result = errors.Join(result, store.begin(ctx))
		}
	})
	return func() error { running.Wait(); return result }
}

// lost counts newcomers who were shown how to pay something that the gateway
// doesn't have.
func (t *town) lost(in *newcomers) int {
	t.gateway.tally.mu.Lock()
	defer t.gateway.tally.mu.Unlock()
	n := 0
	for i, w := range in.walks {
		if w.instructions && t.gateway.created[in.customers[i].order.id] == 0 {
			n++
		}
	}
	return n
}

// store is a Redis of the harness that keeps nothing on disk.
type store struct {
	*process
	address, logs string
}

func startStore(ctx context.Context, logs string) (*store, error) {
	address, err := freePort()
	if err != nil {
		return nil, err
	}
	s := &store{address: address, logs: logs}
	return s, s.begin(ctx)
}

// begin starts or restarts it, empty, at the same port.
func (s *store) begin(ctx context.Context) error {
	_, port, _ := net.SplitHostPort(s.address)
	var err error
	s.process, err = startProcess("redis", s.logs, nil, "redis-server",
		"--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.logs)
	if err != nil {
		return fmt.Errorf("%w: make setup installs it", err)
	}
	for range 100 {
		if s.ping(ctx) == nil {
			return nil
		}
		if !pause(ctx, 50*time.Millisecond) {
			break
		}
	}
	s.kill()
	return errors.New("redis-server doesn't get ready")
}

func (s *store) ping(ctx context.Context) error {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", s.address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(conn, "PING\r\n"); err != nil {
		return err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err == nil && line != "+PONG\r\n" {
		err = errors.New("no Redis: " + line)
	}
	return err
}
