package town

import (
	"cmp"
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

// GatewayRate is what the gateway allows a merchant in any one second.
const GatewayRate = 10

// AnyRate is a limit that nobody reaches.
const AnyRate = 100_000

// Plan says what a town consists of.
type Plan struct {
	Binary, Logs string
	// Sandbox has the sandbox if the binary, a production build, hasn't.
	Sandbox  string
	Replicas int
	// Apart gives each replica an address of its own instead of a balancer.
	Apart bool
	// Stub replaces the sandbox by a gateway that any token can read pending
	// payments of, in the harness's own process.
	Stub bool
	// Faulty lets the sandbox go wrong now and then.
	Faulty bool
	// Extra are further settings of each replica.
	Extra []string
	// Say tells how far it is.
	Say func(format string, args ...any)
}

// Town is a gateway, and the replicas that customers reach at one address.
type Town struct {
	Plan

	Gateway  *gateway.Proxy
	Shop     shop.Shop
	Callback string // the merchant's own listener; "" is the demo shop's
	Public   string // the address that customers use
	Browser  *http.Transport
	Replicas []*Replica

	sandbox  *machine.Process
	balancer *balancer // nil if customers use the replicas' own addresses
	keys     string
}

// Replica is one payapp; its addresses stay the same over restarts.
type Replica struct {
	*machine.Process
	Public string   // the address that its pages name, with a scheme
	Admin  string   // the admin port's, without one
	Extra  []string // further settings of this one

	address string
}

// Open starts the gateway and the balancer, but no replica yet.
func Open(ctx context.Context, plan Plan) (*Town, error) {
	t := &Town{Plan: plan, Browser: newTransport()}
	front, err := machine.FreePort()
	if err != nil {
		return nil, err
	}
	t.Public = "http://" + front
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	t.keys = base64.StdEncoding.EncodeToString(key)
	for i := range plan.Replicas {
		r := &Replica{address: front, Public: t.Public}
		if plan.Replicas > 1 && (i > 0 || !plan.Apart) {
			if r.address, err = machine.FreePort(); err != nil {
				return nil, err
			}
		}
		if plan.Apart {
			r.Public = "http://" + r.address
		}
		if r.Admin, err = machine.FreePort(); err != nil {
			return nil, err
		}
		t.Replicas = append(t.Replicas, r)
	}
	err = t.openGateway(ctx)
	if err == nil && plan.Replicas > 1 && !plan.Apart {
		t.balancer, err = startBalancer(front, t.Replicas)
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// openGateway starts the sandbox or the stub, and the proxy in front of it.
func (t *Town) openGateway(ctx context.Context) (err error) {
	if t.Stub {
		t.Gateway, err = gateway.Start("")
		return err
	}
	address, err := machine.FreePort()
	if err != nil {
		return err
	}
	t.sandbox, err = machine.Start("sandbox", t.Logs, []string{
		"PAYAPP_SANDBOX_ADDR=" + address,
		"PAYAPP_SANDBOX_DB=:memory:",
		fmt.Sprintf("PAYAPP_SANDBOX_CALM=%t", !t.Faulty),
		fmt.Sprintf("PAYAPP_SANDBOX_RATE=%d", AnyRate),
		"PAYAPP_PUBLIC_URL=" + t.Public,
		"PAYAPP_LOG_LEVEL=warn",
	}, cmp.Or(t.Sandbox, t.Binary), "sandbox")
	if err != nil {
		return err
	}
	sandbox := "http://" + address
	if err := t.sandbox.Answers(ctx, sandbox+"/shop"); err != nil {
		return err
	}
	t.Shop = shop.Shop{Sandbox: sandbox, Public: t.Public, Client: &http.Client{Transport: newTransport()}}
	t.Gateway, err = gateway.Start(sandbox)
	return err
}

// Begin starts or restarts a replica, with the rate that it keeps to.
func (t *Town) Begin(ctx context.Context, i, rate int) error {
	r := t.Replicas[i]
	settings := append([]string{
		"PAYAPP_ADDR=" + r.address,
		"PAYAPP_ADMIN_ADDR=" + r.Admin,
		"PAYAPP_PUBLIC_URL=" + r.Public,
		"PAYAPP_GATEWAY_URL=" + t.Gateway.URL,
		fmt.Sprintf("PAYAPP_GATEWAY_RATE=%d", rate),
		"PAYAPP_SESSION_KEYS=" + t.keys,
		"PAYAPP_ALLOW_HTTP_RETURN=true",
		"PAYAPP_TRUSTED_PROXIES=127.0.0.0/8",
		"PAYAPP_LOG_LEVEL=warn",
	}, append(t.Extra, r.Extra...)...) // of two settings with one name the last one counts
	var err error
	if r.Process, err = machine.Start(fmt.Sprintf("replica-%d", i+1), t.Logs, settings, t.Binary); err != nil {
		return err
	}
	return r.Answers(ctx, "http://"+r.Admin+"/readyz")
}

// Prepare lets a crowd come in quickly, through one temporary replica without
// limits. It returns the customers, who have the instructions open.
func (t *Town) Prepare(ctx context.Context, n int) ([]*Customer, error) {
	if n == 0 {
		return nil, nil
	}
	if err := t.Begin(ctx, 0, AnyRate); err != nil {
		return nil, err
	}
	defer t.Replicas[0].Kill()
	t.Say("%d customers come in", n)
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

// Measure starts all replicas with the gateway's rate. The proxy enforces it
// once calls of earlier, killed replicas have stopped arriving.
func (t *Town) Measure(ctx context.Context) error {
	for before := 0; before != t.Gateway.Count(); {
		before = t.Gateway.Count()
		if !machine.Pause(ctx, 2*time.Second) {
			return ctx.Err()
		}
	}
	t.Gateway.Enforce(GatewayRate)
	for i := range t.Replicas {
		if err := t.Begin(ctx, i, GatewayRate); err != nil {
			return err
		}
	}
	t.Say("replicas that are ready: %d", len(t.Replicas))
	return nil
}

// Close ends everything that the town has started, each by its id.
func (t *Town) Close() {
	t.balancer.stop()
	for _, r := range t.Replicas {
		r.Kill()
	}
	if t.Gateway != nil {
		t.Gateway.Stop()
	}
	t.sandbox.Kill()
	t.Browser.CloseIdleConnections()
}

// Customer is a new one with an order of their own at the demo shop.
func (t *Town) Customer(ctx context.Context, number int) (*Customer, error) {
	return t.CustomerOf(ctx, shop.Demo, number)
}

// CustomerOf is a new one with an order of their own. The number selects the
// address, from the range reserved for measurements (RFC 2544), and the
// amount: options cached for one order don't help the next.
func (t *Town) CustomerOf(ctx context.Context, merchant string, number int) (*Customer, error) {
	form := url.Values{"merchantCode": {merchant}, "method": {"THB/PROMPTPAY"}, "amount": {fmt.Sprintf("%d.%02d", 100+number/100, number%100)}}
	if t.Callback != "" {
		form.Set("callbackUrl", t.Callback)
	}
	o, err := t.Shop.Make(ctx, form)
	if err != nil {
		return nil, err
	}
	return NewCustomer(t.Browser, AddressOf(number), o), nil
}

// AddressOf is a customer's address.
func AddressOf(number int) string {
	return fmt.Sprintf("198.%d.%d.%d", 18+number>>16&1, number>>8&255, number&255)
}
