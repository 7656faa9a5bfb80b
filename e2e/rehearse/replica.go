package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"payapp/e2e/internal/harness"
)

// replica is one payapp; its addresses stay the same over restarts.
type replica struct {
	*harness.Process
	stage          *stage
	address, admin string
	rate           int  // the gateway's; 0 is the sandbox's
	replaces       bool // its session key is meant to be a new one
}

// settings are those of a replica with these session keys.
func (r *replica) settings(keys string) []string {
	s := r.stage
	rate := sandboxRate
	if r.rate > 0 {
		rate = r.rate
	}
	file := filepath.Join(s.logs, "session.keys-"+port(r.admin))
	if err := os.WriteFile(file, []byte(keys+"\n"), 0o600); err != nil {
		s.wrong("%v", err)
	}
	return []string{
		"PAYAPP_ADDR=" + r.address, "PAYAPP_ADMIN_ADDR=" + r.admin, "PAYAPP_PUBLIC_URL=" + s.public, "PAYAPP_GATEWAY_URL=" + s.gatewayURL,
		"PAYAPP_SESSION_KEYS_FILE=" + file, "PAYAPP_REDIS_URL=redis://" + s.redis.Address + "/0", fmt.Sprintf("PAYAPP_GATEWAY_RATE=%d", rate),
		fmt.Sprintf("PAYAPP_REPLACE_SESSION_KEYS=%t", r.replaces),
		"PAYAPP_TRUSTED_PROXIES=127.0.0.1", "PAYAPP_DRAIN_DELAY=4s", "PAYAPP_LOG_FORMAT=json", "SSL_CERT_FILE=" + s.certificate,
	}
}

// begin starts it.
func (r *replica) begin(version, keys string) (err error) {
	r.Process, err = harness.Start("payapp-"+version, r.stage.logs, r.settings(keys), r.stage.builds[version])
	return err
}

// start starts it and waits until it is ready.
func (r *replica) start(ctx context.Context, version, keys string) error {
	if err := r.begin(version, keys); err != nil {
		return err
	}
	return r.Answers(ctx, "http://"+r.admin+"/readyz")
}

// stop tells it to stop, as an orchestrator does, and waits for its end.
func (r *replica) stop() error { return r.Terminate(45 * time.Second) }

// restart stops it, starts the newer build with these keys, and waits until the
// proxy has it again.
func (r *replica) restart(ctx context.Context, keys string) error {
	if err := r.stop(); err != nil {
		return fmt.Errorf("it didn't stop cleanly: %w", err)
	}
	if err := r.start(ctx, "v1.1.0", keys); err != nil {
		return err
	}
	return r.stage.backends(ctx)
}

// backends waits until the proxy has both replicas: its checks take a second.
func (s *stage) backends(ctx context.Context) error {
	for _, r := range s.replicas {
		if err := r.Answers(ctx, "http://"+r.admin+"/readyz"); err != nil {
			return err
		}
	}
	client := newBrowser(s, 0)
	defer client.close()
	if !until(ctx, 20*time.Second, func() bool {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.public+"/robots.txt", nil)
		if err != nil {
			return false
		}
		response, err := client.HTTP.Do(request)
		if err != nil {
			return false
		}
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	}) {
		return errors.New("nobody answers through the proxy")
	}
	harness.Pause(ctx, 2500*time.Millisecond) // two checks of the proxy's, for the other replica
	return ctx.Err()
}
