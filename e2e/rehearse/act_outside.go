package main

import (
	"context"
	"strings"
	"time"
)

// loseProxy: no page comes, though all replicas are well. Only who asks from outside
// can know. The pager doesn't answer at first, of which one hears by tickets.
func loseProxy(ctx context.Context, s *stage) error {
	s.woken.pager(false)
	s.proxy.Kill()
	s.fires(ctx, "PayappAlertsUndelivered", 90*time.Second)
	s.is(s.woken.heard("PayappNoPage") == "", "the pager didn't take the page")
	s.woken.pager(true)
	s.fires(ctx, "PayappNoPage", 60*time.Second)
	down, err := s.watcher.size(ctx, `up{job="payapp"} == 0`)
	s.is(down == 0 && err == nil, "while all replicas answer Prometheus")
	out, err := s.tool(ctx, nil, "doctor", s.public, "--ca", s.certificate, "--json")
	s.is(err != nil && strings.Contains(out, "connection refused"), "payapp doctor --json ends with a fault")
	if err := s.startProxy(); err != nil {
		return err
	}
	if err := s.backends(ctx); err != nil {
		return err
	}
	s.calm(ctx)
	return nil
}
