package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"payapp/e2e/internal/harness"
)

// tool runs one of payapp's commands for operators, in the production build.
func (s *stage) tool(ctx context.Context, settings []string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, s.builds["v1.0.0"], args...)
	c.Env = append([]string{"PATH=" + os.Getenv("PATH")}, settings...)
	out, err := c.CombinedOutput()
	return string(out), err
}

// examine: payapp check before a start, payapp doctor on what is deployed.
func examine(ctx context.Context, s *stage) error {
	first, second := s.replicas[0], s.replicas[1]
	settings := first.settings(s.keys)
	out, err := s.tool(ctx, settings, "check", "--replica", "http://"+first.admin, "--replica", "http://"+second.admin)
	s.is(err == nil && strings.Contains(out, "it answers, and is written to") && strings.Count(out, "has the same 1") == 2,
		"payapp check finds nothing at fault%s", onlyIf(err != nil, ":\n"+out))
	out, err = s.tool(ctx, settings, "health", "--ready")
	s.is(err == nil && out == "ready\n", "payapp health --ready says %q", out)
	out, err = s.tool(ctx, nil, "version")
	named := strings.HasPrefix(out, "payapp v1.0.0, commit commit-of-v1.0.0")
	s.is(err == nil && named, "payapp version names the commit: %s", strings.TrimSpace(out))
	o, err := s.newOrder(ctx, "THB/PROMPTPAY")
	if err != nil {
		return err
	}
	for what, link := range map[string]string{"a status link": o.StatusURL, "a RedirectURL": o.RedirectURL} {
		out, err = s.tool(ctx, nil, "doctor", link, "--ca", s.certificate)
		s.is(err == nil, "payapp doctor finds nothing at fault with %s%s", what, onlyIf(err != nil, ":\n"+out))
	}
	out, err = s.tool(ctx, nil, "doctor", s.public)
	s.is(err != nil && strings.Contains(out, "authority"), "without --ca it says that nobody knows the certificate")
	s.calm(ctx)
	return nil
}

func onlyIf(condition bool, text string) string {
	if condition {
		return text
	}
	return ""
}

// ways are methods of each presentation, with what is typed.
var ways = []struct {
	method, shown string
	typed         map[string]string
}{
	{"THB/PROMPTPAY", "a QR code", nil},
	{"PHP/QRPH", "a QR code", nil},
	{"THB/OFFLINE", "a transfer", nil},
	{"IDR/VAPAY", "a virtual account", nil},
	{"INR/UPI_ID", "an approval in an app", map[string]string{"accountNumber": "somchai@upi"}},
}

func payEachWay(ctx context.Context, s *stage) error {
	for _, way := range ways {
		o, err := s.newOrder(ctx, way.method)
		if err != nil {
			return err
		}
		customers++
		b := newBrowser(s, customers)
		if way.typed != nil {
			b.Typed = way.typed
		}
		troubles := s.pay(ctx, b, o)
		b.close()
		s.is(len(troubles) == 0, "%s is paid by %s %s", way.method, way.shown, strings.Join(troubles, ", "))
	}
	return nil
}

// dashboard asks Prometheus for everything that the dashboard shows; what counts
// what hasn't happened may be empty.
func (s *stage) dashboard(ctx context.Context) error {
	text, err := os.ReadFile("deploy/grafana/payapp.json")
	if err != nil {
		return err
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		return err
	}
	asked, empty := 0, []string{}
	for _, panel := range board.Panels {
		for _, target := range panel.Targets {
			n, err := s.watcher.size(ctx, strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
			if err != nil {
				return fmt.Errorf("the panel %s: %w", panel.Title, err)
			}
			asked++
			if n == 0 {
				empty = append(empty, panel.Title)
			}
		}
	}
	// Nothing is relayed on loopback, the sandbox offers nothing unknown and answers as assumed, the others have not happened.
	want := "Callbacks passed on, Methods that customers can't choose, Sessions not found, Reports of browsers, What differs at the gateway"
	s.is(strings.Join(empty, ", ") == want, "%d queries of the dashboard are answered; without data: %s", asked, strings.Join(empty, ", "))
	return nil
}

// rollOut restarts each replica into a new build, under load.
func rollOut(ctx context.Context, s *stage) error {
	l := s.startLoad(ctx)
	harness.Pause(ctx, 2e9)
	for i, r := range s.replicas {
		if err := r.restart(ctx, s.keys); err != nil {
			l.stop()
			return fmt.Errorf("replica %d: %w", i+1, err)
		}
	}
	l.nothingLost()
	n, err := s.watcher.size(ctx, `payapp_build_info{version="v1.1.0",commit="commit-of-v1.1.0"}`)
	s.is(n == 2 && err == nil, "%d replicas say that they are the new build", n)
	s.calm(ctx)
	return s.dashboard(ctx)
}

// stepLeftOut tries keys of the last step before the second: the replica stays
// unready, since it can't open what the other still seals, and gets its own again.
func (s *stage) stepLeftOut(ctx context.Context, keys, last string) error {
	r := s.replicas[1]
	if err := r.stop(); err != nil {
		return err
	}
	if err := r.begin("v1.1.0", last); err != nil {
		return err
	}
	says := ""
	held := until(ctx, 20*time.Second, func() bool {
		_, says = ask(ctx, "http://"+r.admin+"/readyz")
		return strings.Contains(says, "can't open each other's sessions")
	})
	s.is(held, "with a step left out, a replica's /readyz says %s", says)
	return r.restart(ctx, keys)
}

// rotateKeys does it in three steps: first every replica can open what the new key
// seals, then it seals, then the old key is removed, as early as if it had leaked.
func rotateKeys(ctx context.Context, s *stage) error {
	before, early, err := s.reader(ctx)
	if err != nil {
		return err
	}
	defer early.close()
	next := harness.NewKey()
	l := s.startLoad(ctx)
	for step, keys := range []string{s.keys + "," + next, next + "," + s.keys} {
		if step == 1 {
			if err := s.stepLeftOut(ctx, s.keys+","+next, next); err != nil {
				l.stop()
				return err
			}
		}
		for _, r := range s.replicas {
			if err := r.restart(ctx, keys); err != nil {
				l.stop()
				return err
			}
		}
	}
	l.nothingLost()
	_, late, err := s.reader(ctx)
	if err != nil {
		return err
	}
	defer late.close()
	s.keys = next
	for _, r := range s.replicas {
		if err := r.restart(ctx, s.keys); err != nil {
			return err
		}
	}
	for _, b := range []*browser{early, late} {
		if err := b.Get(ctx, b.Page.Address.String()); err != nil {
			return err
		}
	}
	s.is(late.Page.Kind == "instructions", "without the old key, who came since step 2 goes on (%s)", late.Page.Kind)
	s.is(early.Page.Problem == "session-missing", "who came before has no session (%s)", early.Page.Problem)
	troubles := s.pay(ctx, early, before)
	s.is(len(troubles) == 0, "opens the shop's link again, and pays %s", strings.Join(troubles, ", "))
	s.calm(ctx)
	return nil
}
