package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"payapp/e2e/internal/harness"
)

// heldKey: a roll-out brings a wrong key. It stops at its first replica, and nobody
// notices, because the others go on. Where there are no others there is nobody to
// break.
func heldKey(ctx context.Context, s *stage) error {
	wrong, last := harness.NewKey(), s.replicas[1]
	l := s.startLoad(ctx)
	if err := last.stop(); err != nil {
		l.stop()
		return fmt.Errorf("it didn't stop cleanly: %w", err)
	}
	if err := last.begin("v1.1.0", wrong); err != nil {
		l.stop()
		return err
	}
	s.fires(ctx, "PayappHeldBack", 60*time.Second)
	status, says := ask(ctx, "http://"+last.admin+"/readyz")
	s.is(status == http.StatusServiceUnavailable && strings.Contains(says, "can't open each other's sessions"),
		"its /readyz says %d %s", status, says)
	status, says = ask(ctx, "http://"+last.admin+"/healthz")
	s.is(status == http.StatusOK, "its /healthz says %d %s", status, says)
	out, err := s.tool(ctx, last.settings(wrong), "check", "--replica", "http://"+s.replicas[0].admin)
	s.is(err != nil && strings.Contains(out, "can't open what we seal"), "payapp check --replica finds it")
	firing, err := s.watcher.firing(ctx)
	s.is(err == nil && !slices.Contains(firing, "PayappWrongKey") && !slices.Contains(firing, "PayappSessionsLost"),
		"nobody is woken: %s", strings.Join(firing, ", "))
	if err := last.restart(ctx, s.keys); err != nil {
		l.stop()
		return err
	}
	l.nothingLost()

	for _, keys := range []string{wrong, s.keys} { // both at once, and back
		for _, r := range s.replicas {
			if err := r.stop(); err != nil {
				return err
			}
		}
		for _, r := range s.replicas {
			if err := r.start(ctx, "v1.1.0", keys); err != nil {
				return err
			}
		}
		if err := s.backends(ctx); err != nil {
			return err
		}
		after := s.startLoad(ctx)
		harness.Pause(ctx, 2*time.Second)
		after.nothingLost()
	}
	s.calm(ctx)
	return nil
}

// wrongKey: one replica has a key that the other doesn't know, and is told to take it
// for a new one.
func wrongKey(ctx context.Context, s *stage) error {
	wrong, last := harness.NewKey(), s.replicas[1]
	last.replaces = true
	err := last.restart(ctx, wrong)
	last.replaces = false
	if err != nil {
		return err
	}
	l := s.startLoad(ctx)
	s.fires(ctx, "PayappWrongKey", 60*time.Second)
	out, err := s.tool(ctx, s.replicas[0].settings(s.keys), "check", "--replica", "http://"+s.replicas[1].admin)
	s.is(err != nil && strings.Contains(out, "can't open what we seal"), "payapp check --replica finds it")
	s.fires(ctx, "PayappSessionsLost", 60*time.Second)
	// Its own key stays, behind: what it has sealed meanwhile opens everywhere. It goes
	// first: without the other one, no running replica would have the right key.
	for _, r := range []*replica{last, s.replicas[0]} {
		if err := r.restart(ctx, s.keys+","+wrong); err != nil {
			l.stop()
			return err
		}
	}
	s.keys += "," + wrong
	came, _, troubled, what := l.stop()
	s.is(troubled > 0, "of %d customers meanwhile some noticed: %s", came, what)
	after := s.startLoad(ctx)
	harness.Pause(ctx, 5*time.Second)
	after.nothingLost()
	s.calm(ctx)
	return nil
}

// ask gets what an address of an operator's port says, on one line.
func ask(ctx context.Context, address string) (status int, says string) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err.Error()
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "; ")
}
