package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
)

const (
	looks    = 1000 // of a round
	rounds   = 6
	payments = 100
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "bare" {
		fmt.Fprintln(os.Stderr, bare(os.Args[2], os.Args[3]))
		os.Exit(2)
	}
	if err := measure(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// bare serves a file as a page, as little as an echo handler can do.
func bare(address, file string) error {
	page, err := os.ReadFile(file) //nolint:gosec // our own, by measure
	if err != nil {
		return err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.GET("/*", func(c echo.Context) error { return c.HTMLBlob(http.StatusOK, page) })
	return e.Start(address)
}

func measure(ctx context.Context, out io.Writer) error {
	logs, err := os.MkdirTemp("", "payapp-cost-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(logs) }()
	binary := filepath.Join(logs, "payapp")
	if output, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "payapp").CombinedOutput(); err != nil {
		return fmt.Errorf("payapp can't be built: %w\n%s", err, output)
	}
	t, err := town.Open(ctx, town.Plan{Binary: binary, Logs: logs, Replicas: 1, Say: func(string, ...any) {}})
	if err != nil {
		return err
	}
	defer t.Close()
	if err := t.Begin(ctx, 0, town.AnyRate); err != nil {
		return err
	}
	c, err := t.Customer(ctx, 1)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "page\tsent\tbytes\tbare, µs\tpayapp, µs\tratio (of each round)")
	for _, step := range []struct {
		name string
		next func() error
	}{
		{"choice of a method", func() error { c.Enter(ctx); return nil }},
		{"how to pay, with a QR code", func() error { c.WalkIn(ctx); return nil }},
		{"paid", func() error {
			return errors.Join(t.Shop.Settle(ctx, c.Order.IDPayin), c.Get(ctx, c.Order.StatusURL), c.Reload(ctx))
		}},
	} {
		if err := step.next(); err != nil {
			return err
		}
		for _, encoding := range []string{"gzip", "identity"} {
			line, err := compare(ctx, t.Replicas[0].Process, c, encoding, logs)
			if err != nil {
				return fmt.Errorf("%s: %w", step.name, err)
			}
			fmt.Fprintf(table, "%s\t%s\t%s\n", step.name, encoding, line)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return wholePayments(ctx, out, t)
}

// compare looks at the customer's page and at its bare copy in turns.
func compare(ctx context.Context, app *machine.Process, c *town.Customer, encoding, logs string) (string, error) {
	address := c.Page.Address.String()
	body, err := look(ctx, c.Client, address, encoding)
	if err != nil {
		return "", err
	}
	file := filepath.Join(logs, "page")
	if err := os.WriteFile(file, body, 0o600); err != nil {
		return "", err
	}
	port, err := machine.FreePort()
	if err != nil {
		return "", err
	}
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	copied, err := machine.Start("bare", logs, nil, self, "bare", port, file)
	if err != nil {
		return "", err
	}
	defer copied.Kill()
	if err := copied.Answers(ctx, "http://"+port+"/"); err != nil {
		return "", err
	}
	var bares, apps, ratios []float64
	for range rounds {
		a, err := spent(ctx, copied, c.Client, "http://"+port+"/", encoding)
		if err != nil {
			return "", err
		}
		b, err := spent(ctx, app, c.Client, address, encoding)
		if err != nil {
			return "", err
		}
		bares, apps, ratios = append(bares, a), append(apps, b), append(ratios, b/a)
	}
	slices.Sort(ratios)
	return fmt.Sprintf("%d\t%.0f\t%.0f\t%.1f (%.1f to %.1f)", len(body), slices.Min(bares), slices.Min(apps),
		ratios[rounds/2], ratios[0], ratios[rounds-1]), nil
}

// spent is the processor's time for one look, in microseconds: user and system.
func spent(ctx context.Context, p *machine.Process, client *http.Client, address, encoding string) (float64, error) {
	before, err := p.Usage()
	if err != nil {
		return 0, err
	}
	for range looks {
		if _, err := look(ctx, client, address, encoding); err != nil {
			return 0, err
		}
	}
	after, err := p.Usage()
	return float64((after.CPU - before.CPU).Microseconds()) / looks, err
}

func look(ctx context.Context, client *http.Client, address, encoding string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept-Encoding", encoding)
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("it answers %s", response.Status)
	}
	return io.ReadAll(response.Body)
}

// wholePayments are customers who come, pay and see it, without a browser's streams.
func wholePayments(ctx context.Context, out io.Writer, t *town.Town) error {
	app := t.Replicas[0].Process
	before, err := app.Usage()
	if err != nil {
		return err
	}
	began := time.Now()
	for i := range payments {
		c, err := t.Customer(ctx, 10+i)
		if err != nil {
			return err
		}
		if w := c.WalkIn(ctx); !w.Untroubled() {
			return fmt.Errorf("a customer didn't get in: %v", w.Problems)
		}
		if err := errors.Join(t.Shop.Settle(ctx, c.Order.IDPayin), c.Get(ctx, c.Order.StatusURL)); err != nil {
			return err
		}
	}
	after, err := app.Usage()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\na whole payment, from its link to paid: %.1f ms of processor (%d in %.0f s), %.0f MB resident afterwards\n",
		float64((after.CPU-before.CPU).Microseconds())/payments/1000, payments, time.Since(began).Seconds(), float64(after.Resident)/1e6)
	return nil
}
