package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"payapp/e2e/crowd/internal/gateway"
	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
)

// town is the setting of one scenario: the sandbox, the proxy in front of it,
// and the replicas that customers reach at one address.
type town struct {
	binary   string
	logs     string
	sandbox  *machine.Process
	gateway  *gateway.Proxy
	shop     shop.Shop
	callback string // the merchant's own listener; "" is the demo shop's
	front    string // the address that customers use, without a scheme
	public   string // the same, as a URL
	keys     string
	extra    []string // further settings of each replica
	browser  *http.Transport

	replicas []*replica
	balancer *balancer // nil if the only replica has the front's address itself
}

// replica is one payapp; its addresses stay the same over restarts.
type replica struct {
	*machine.Process
	address, admin string
}

// anyRate is a limit that nobody reaches.
const anyRate = 100_000

func openTown(ctx context.Context, s *session, replicas int, extra ...string) (*town, error) {
	t := &town{binary: s.binary, logs: s.logs, extra: extra, browser: newTransport()}
	var err error
	if t.front, err = machine.FreePort(); err != nil {
		return nil, err
	}
	t.public = "http://" + t.front
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	t.keys = base64.StdEncoding.EncodeToString(key)
	for range replicas {
		r := &replica{address: t.front}
		if replicas > 1 {
			if r.address, err = machine.FreePort(); err != nil {
				return nil, err
			}
		}
		if r.admin, err = machine.FreePort(); err != nil {
			return nil, err
		}
		t.replicas = append(t.replicas, r)
	}
	if err := t.openGateway(ctx); err != nil {
		t.close()
		return nil, err
	}
	if replicas > 1 {
		if t.balancer, err = startBalancer(t.front, t.replicas); err != nil {
			t.close()
			return nil, err
		}
	}
	return t, nil
}

// openGateway starts the sandbox and the proxy in front of it.
func (t *town) openGateway(ctx context.Context) error {
	address, err := machine.FreePort()
	if err != nil {
		return err
	}
	t.sandbox, err = machine.Start("sandbox", t.logs, []string{
		"PAYAPP_SANDBOX_ADDR=" + address,
		"PAYAPP_SANDBOX_DB=:memory:",
		"PAYAPP_SANDBOX_CALM=true",
		fmt.Sprintf("PAYAPP_SANDBOX_RATE=%d", anyRate),
		"PAYAPP_PUBLIC_URL=" + t.public,
		"PAYAPP_LOG_LEVEL=warn",
	}, t.binary, "sandbox")
	if err != nil {
		return err
	}
	sandbox := "http://" + address
	if err := t.sandbox.Answers(ctx, sandbox+"/shop"); err != nil {
		return err
	}
	t.shop = shop.Shop{Sandbox: sandbox, Public: t.public, Client: &http.Client{Transport: newTransport()}}
	t.gateway, err = gateway.Start(sandbox)
	return err
}

// begin starts or restarts a replica, with the rate that it keeps to.
func (t *town) begin(ctx context.Context, i, rate int) error {
	r := t.replicas[i]
	settings := append([]string{
		"PAYAPP_ADDR=" + r.address,
		"PAYAPP_ADMIN_ADDR=" + r.admin,
		"PAYAPP_PUBLIC_URL=" + t.public,
		"PAYAPP_GATEWAY_URL=" + t.gateway.URL,
		fmt.Sprintf("PAYAPP_GATEWAY_RATE=%d", rate),
		"PAYAPP_SESSION_KEYS=" + t.keys,
		"PAYAPP_ALLOW_HTTP_RETURN=true",
		"PAYAPP_TRUSTED_PROXIES=127.0.0.0/8",
		"PAYAPP_LOG_LEVEL=warn",
	}, t.extra...)
	var err error
	if r.Process, err = machine.Start(fmt.Sprintf("replica-%d", i+1), t.logs, settings, t.binary); err != nil {
		return err
	}
	return r.Answers(ctx, "http://"+r.admin+"/readyz")
}

// prepare lets a crowd come in quickly, through one temporary replica without
// limits. It returns the customers, who have the instructions open.
func (t *town) prepare(ctx context.Context, n int) ([]*customer, error) {
	if n == 0 {
		return nil, nil
	}
	if err := t.begin(ctx, 0, anyRate); err != nil {
		return nil, err
	}
	defer t.replicas[0].Kill()
	began := time.Now()
	customers, err := t.comeIn(ctx, n)
	if err != nil {
		return nil, err
	}
	if took := time.Since(began); took > 8*time.Minute {
		return nil, fmt.Errorf("preparing %d customers took %v: their payments would expire while they are watched", n, took)
	}
	return customers, nil
}

// measure starts all replicas with the gateway's rate. The proxy enforces it
// once calls of earlier, killed replicas have stopped arriving.
func (t *town) measure(ctx context.Context) error {
	for before := -1; before != t.gateway.Count(); {
		before = t.gateway.Count()
		if !machine.Pause(ctx, 2*time.Second) {
			return ctx.Err()
		}
	}
	t.gateway.Enforce(gatewayRate)
	for i := range t.replicas {
		if err := t.begin(ctx, i, gatewayRate); err != nil {
			return err
		}
	}
	return nil
}

// close ends everything that the town has started, each by its id.
func (t *town) close() {
	t.balancer.stop()
	for _, r := range t.replicas {
		r.Kill()
	}
	if t.gateway != nil {
		t.gateway.Stop()
	}
	t.sandbox.Kill()
	t.browser.CloseIdleConnections()
}

// customer is a new one with an order of their own; number selects the address,
// from the range reserved for measurements (RFC 2544).
func (t *town) customer(ctx context.Context, number int) (*customer, error) {
	form := url.Values{"scenario": {"1"}, "method": {"THB/PROMPTPAY"}, "amount": {amountOf(number)}}
	if t.callback != "" {
		form.Set("callbackUrl", t.callback)
	}
	o, err := t.shop.Make(ctx, form)
	if err != nil {
		return nil, err
	}
	address := fmt.Sprintf("198.%d.%d.%d", 18+number>>16&1, number>>8&255, number&255)
	return newCustomer(t.browser, address, o), nil
}

// amountOf gives each order its own amount, so that options cached for one
// don't help the next.
func amountOf(i int) string { return fmt.Sprintf("%d.%02d", 100+i/100, i%100) }
