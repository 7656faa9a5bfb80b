package apiclient_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

// weather counts successful and failed requests of a client.
type weather struct{ fine, foul atomic.Int64 }

func (w *weather) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil || response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500 {
		w.foul.Add(1)
	} else {
		w.fine.Add(1)
	}
	return response, err
}

// storm makes a third of creations and reads fail, before or after they are
// processed.
func storm(t *testing.T, address string) {
	t.Helper()
	for _, operation := range []string{"payin-create", "payin-read"} {
		for kind, percent := range map[string]string{"reset": "8.5", "429": "8.5", "503": "8.5", "lost": "8.5", "malformed": "4", "strange": "20", "unknown": "20", "reordered": "20"} {
			response, err := http.PostForm(address+"/console/faults", url.Values{"kind": {kind}, "operation": {operation}, "percent": {percent}})
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusOK { // the console, after its redirect
				t.Fatalf("%s: got %d", kind, response.StatusCode)
			}
		}
	}
}

// ledger is a shop's: what it ordered, and what its callbacks said.
type ledger struct {
	client *apiclient.Client
	token  apiclient.Token

	mu       sync.Mutex
	orders   map[string]money.Money
	accepted map[string]int    // callbacks answered 2xx
	status   map[string]string // as read after the callback
	shipped  map[string]int
}

// take is the shop's callback address. It fails for 30 % of the calls, and
// reads each payment through the client.
func (l *ledger) take(w http.ResponseWriter, r *http.Request) {
	if rand.Float64() < 0.3 {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	id := r.FormValue("idPayin")
	payin, err := l.client.GetPayin(r.Context(), l.token, id)
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable) // asks to be called again
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.accepted[id]++
	l.status[id] = payin.Status
	if payin.Status == "SUCCESS" && payin.Requested == l.orders[id] {
		l.shipped[id]++
	}
	w.WriteHeader(http.StatusNoContent)
}

// order creates a payment as a merchant must: the same request until the
// gateway is known to have accepted it.
func (l *ledger) order(ctx context.Context, id, callbackURL string) error {
	request := apiclient.PayinRequest{
		Money: l.orders[id], CallbackURL: callbackURL, ReturnURL: "https://shop.example/back",
		Method: map[string]any{"paymentMethodCode": "PROMPTPAY", "account": map[string]any{"accountNumber": "0801234567"}},
	}
	for {
		_, err := l.client.CreatePayin(ctx, l.token, id, request)
		switch {
		case err == nil, errors.Is(err, apiclient.ErrConflict):
			return nil
		case errors.Is(err, apiclient.ErrUnavailable), errors.Is(err, apiclient.ErrMalformed), errors.Is(err, apiclient.ErrRateLimited):
			if ctx.Err() != nil {
				return err
			}
		default:
			return fmt.Errorf("%s: %w", id, err)
		}
	}
}

// A hundred payins and their callbacks, while 30 % of everything fails between
// client and gateway and between gateway and shop: nothing is lost, nothing
// doubled, and the balance is exact.
func TestManyPayinsUnderFaults(t *testing.T) {
	const workers, payins = 8, 100
	box, gateway := startSandbox(t, sandbox.Config{
		Rate: 1 << 30, Calm: true, Manual: true, Callbacks: &http.Client{}, // without a timeout: a slow listener has accepted
	})
	var sky weather
	client, err := apiclient.New(apiclient.Config{
		BaseURL: gateway, Transport: &sky, Logger: slog.New(slog.DiscardHandler),
		Timings: apiclient.Timings{Backoff: time.Millisecond, Limited: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	l := &ledger{client: client, orders: map[string]money.Money{}, accepted: map[string]int{}, status: map[string]string{}, shipped: map[string]int{}}
	if l.token, err = client.CreateToken(t.Context(), apiclient.TokenRequest{
		Credentials: demo, MerchantCode: "DEMO", Validity: 90 * 24 * time.Hour, Operations: []string{"POST /payins/.*", "GET /payins/.*", "GET /balances"},
	}); err != nil {
		t.Fatal(err)
	}
	before := balance(t, l)
	storm(t, gateway)
	shop := httptest.NewServer(http.HandlerFunc(l.take))
	defer shop.Close()

	// All amounts differ, so that no two faults cancel out.
	want := before
	ids := make([]string, payins)
	for i := range payins {
		ids[i] = fmt.Sprintf("o-%d~%s@0s", i, []string{"success", "success", "success", "refused"}[i%4])
		l.orders[ids[i]] = money.MustParse(fmt.Sprintf("%d.%02d", 10+i, i%100), "THB")
		if i%4 != 3 {
			if want, err = want.Add(l.orders[ids[i]]); err != nil {
				t.Fatal(err)
			}
		}
	}
	jobs := make(chan string)
	var clients sync.WaitGroup
	for range workers {
		clients.Go(func() {
			for id := range jobs {
				if err := l.order(t.Context(), id, shop.URL); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for _, id := range ids {
		jobs <- id
	}
	close(jobs)
	clients.Wait()

	// Move the sandbox's time until every callback has been repeated often
	// enough; at most twenty attempts are made.
	for range 20 {
		if err := box.Deliver(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := box.MoveClock(t.Context(), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	l.check(t, ids)
	if got := balance(t, l); got != want {
		t.Errorf("balance: got %s, want %s", got, want)
	}
	if share := float64(sky.foul.Load()) / float64(sky.foul.Load()+sky.fine.Load()); share < 0.2 {
		t.Errorf("only %.0f %% of %d requests went wrong: this was no storm", share*100, sky.foul.Load()+sky.fine.Load())
	}
}

// check looks for what was lost or doubled.
func (l *ledger) check(t *testing.T, ids []string) {
	t.Helper()
	if len(l.accepted) != len(ids) {
		t.Errorf("got callbacks of %d payins, want %d", len(l.accepted), len(ids))
	}
	for i, id := range ids {
		status, shipped := "SUCCESS", 1
		if i%4 == 3 {
			status, shipped = "REFUSED", 0
		}
		if l.accepted[id] != 1 || l.status[id] != status || l.shipped[id] != shipped {
			t.Errorf("%s: %d callbacks accepted, status %q, shipped %d times; want 1, %s, %d", id, l.accepted[id], l.status[id], l.shipped[id], status, shipped)
		}
	}
}

func balance(t *testing.T, l *ledger) money.Money {
	t.Helper()
	balances, err := l.client.ListBalances(t.Context(), l.token, "THB")
	if err != nil || len(balances) != 1 {
		t.Fatalf("got %v, %v", balances, err)
	}
	return balances[0]
}
