package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"payapp/e2e/internal/harness"
)

// gatewayRate is what the gateway allows a merchant in any one second.
const gatewayRate = 10

// anyRate is a limit that nobody reaches.
const anyRate = 100_000

// plan says what a deployment consists of.
type plan struct {
	replicas int
	faulty   bool     // the sandbox goes wrong now and then
	settings []string // further ones of each replica
}

// deployment is a gateway, and the replicas that customers reach at one address.
type deployment struct {
	plan
	*session

	gateway  *gateway
	shop     harness.Shop
	public   string // the address that customers use
	browsers *http.Transport
	replicas []*replica

	sandbox  *harness.Process
	balancer *balancer // nil with a single replica, which has the public address itself
	keys     string
}

// replica is one payapp; its addresses stay the same over restarts.
type replica struct {
	*harness.Process
	address, admin string
	settings       []string // further ones
}

// newTransport is shared by browsers, so that a crowd needs few connections.
func newTransport() *http.Transport {
	return &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 512, IdleConnTimeout: 30 * time.Second}
}

// open starts the gateway and the balancer, but no replica yet.
func (s *session) open(ctx context.Context, p plan) (*deployment, error) {
	d := &deployment{plan: p, session: s, browsers: newTransport()}
	front, err := harness.FreePort()
	if err != nil {
		return nil, err
	}
	d.public = "http://" + front
	d.keys = harness.NewKey()
	for range p.replicas {
		r := &replica{address: front}
		if p.replicas > 1 {
			if r.address, err = harness.FreePort(); err != nil {
				return nil, err
			}
		}
		if r.admin, err = harness.FreePort(); err != nil {
			return nil, err
		}
		d.replicas = append(d.replicas, r)
	}
	err = d.openGateway(ctx)
	if err == nil && p.replicas > 1 {
		d.balancer, err = startBalancer(front, d.replicas)
	}
	if err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// openGateway starts the sandbox, and the proxy in front of it.
func (d *deployment) openGateway(ctx context.Context) error {
	address, err := harness.FreePort()
	if err != nil {
		return err
	}
	d.sandbox, err = harness.Start("sandbox", d.logs, []string{
		"PAYAPP_SANDBOX_ADDR=" + address,
		"PAYAPP_SANDBOX_DB=:memory:",
		fmt.Sprintf("PAYAPP_SANDBOX_CALM=%t", !d.faulty),
		fmt.Sprintf("PAYAPP_SANDBOX_RATE=%d", anyRate),
		"PAYAPP_PUBLIC_URL=" + d.public,
		"PAYAPP_LOG_LEVEL=warn",
	}, d.binary, "sandbox")
	if err != nil {
		return err
	}
	sandbox := "http://" + address
	if err := d.sandbox.Answers(ctx, sandbox+"/shop"); err != nil {
		return err
	}
	d.shop = harness.Shop{Sandbox: sandbox, Public: d.public, Client: &http.Client{Transport: newTransport()}}
	d.gateway, err = startGateway(sandbox)
	return err
}

// begin starts or restarts a replica, with the rate that it keeps to.
func (d *deployment) begin(ctx context.Context, i, rate int) error {
	r := d.replicas[i]
	settings := append([]string{
		"PAYAPP_ADDR=" + r.address,
		"PAYAPP_ADMIN_ADDR=" + r.admin,
		"PAYAPP_PUBLIC_URL=" + d.public,
		"PAYAPP_GATEWAY_URL=" + d.gateway.url,
		fmt.Sprintf("PAYAPP_GATEWAY_RATE=%d", rate),
		"PAYAPP_SESSION_KEYS=" + d.keys,
		"PAYAPP_ALLOW_HTTP_RETURN=true",
		"PAYAPP_TRUSTED_PROXIES=127.0.0.0/8",
		"PAYAPP_LOG_LEVEL=warn",
	}, append(slices.Clone(d.settings), r.settings...)...) // of two settings with one name the last one counts
	var err error
	if r.Process, err = harness.Start(fmt.Sprintf("replica-%d", i+1), d.logs, settings, d.binary); err != nil {
		return err
	}
	return r.Answers(ctx, "http://"+r.admin+"/readyz")
}

// prepare lets n customers pay up to the instructions as fast as possible, through one
// temporary replica without limits and without a store, which begins empty. The first
// of them see that the gateway refuses their payment.
func (d *deployment) prepare(ctx context.Context, n, ended int) ([]*customer, error) {
	if err := d.begin(ctx, 0, anyRate); err != nil {
		return nil, err
	}
	defer d.replicas[0].Kill()
	d.say("%d customers come in", n)
	customers, err := d.orders(ctx, firstWatcher, n)
	if err != nil {
		return nil, err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(12)
	for i, c := range customers {
		group.Go(func() error {
			if w := c.walk(ctx); !w.untroubled() {
				return fmt.Errorf("customer %d of the crowd didn't get in: %v", i, w.problems)
			}
			if i < ended {
				return d.refuse(ctx, c)
			}
			return nil
		})
	}
	return customers, group.Wait()
}

// refuse ends a customer's payment, who sees that.
func (d *deployment) refuse(ctx context.Context, c *customer) error {
	if err := d.shop.Say(ctx, c.order.IDPayin, "REFUSED"); err != nil {
		return err
	}
	for range stepsAtMost {
		if err := c.Reload(ctx); err != nil {
			return err
		}
		if c.Page.Status == "failed" {
			return nil
		}
		harness.Pause(ctx, time.Second)
	}
	return fmt.Errorf("a refused payment isn't shown as failed, but as %s %s", c.Page.Kind, c.Page.Status)
}

// measure starts all replicas with the gateway's rate. The proxy enforces it once calls
// of earlier, killed replicas have stopped arriving.
func (d *deployment) measure(ctx context.Context) error {
	for before := -1; before != d.gateway.count(); {
		before = d.gateway.count()
		if !harness.Pause(ctx, 2*time.Second) {
			return ctx.Err()
		}
	}
	d.gateway.enforce(gatewayRate)
	for i := range d.replicas {
		if err := d.begin(ctx, i, gatewayRate); err != nil {
			return err
		}
	}
	d.say("replicas that are ready: %d", len(d.replicas))
	return nil
}

// close ends everything that was started, each by its id.
func (d *deployment) close() {
	d.balancer.stop()
	for _, r := range d.replicas {
		r.Kill()
	}
	if d.gateway != nil {
		d.gateway.stop()
	}
	d.sandbox.Kill()
	d.browsers.CloseIdleConnections()
}

// firstWatcher is the first number of a crowd: the lower ones are for newcomers, so that
// nobody shares an address.
const firstWatcher = 5000

// orders are new customers with an order each. A customer's number selects the address,
// from the range reserved for measurements (RFC 2544), and the amount: options cached
// for one order don't help the next.
func (d *deployment) orders(ctx context.Context, first, n int) ([]*customer, error) {
	customers := make([]*customer, n)
	for i := range n {
		number := first + i
		order, err := d.shop.Make(ctx, url.Values{
			"merchantCode": {harness.Demo}, "method": {"THB/PROMPTPAY"}, "amount": {fmt.Sprintf("%d.%02d", 100+number/100, number%100)},
		})
		if err != nil {
			return nil, err
		}
		c := &customer{Customer: harness.NewCustomer(d.browsers), order: order}
		c.Typed["paymentMethodCode"] = "PROMPTPAY"
		c.ForwardedFor = fmt.Sprintf("198.%d.%d.%d", 18+number>>16&1, number>>8&255, number&255)
		customers[i] = c
	}
	return customers, nil
}
