package apiclient

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A slot of the gateway's rate is one request: none is repeated below the gate, however
// many idle connections end without an answer.
func TestARequestIsRepeatedByTheClientAlone(t *testing.T) {
	const idle = 20
	var requests, gated atomic.Int64
	var cut atomic.Bool
	var together sync.WaitGroup
	together.Add(idle)
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cut.Load() {
			requests.Add(1)
			connection, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = connection.Close()
			}
			return
		}
		together.Done()
		together.Wait() // so that each has a connection of its own
		_, _ = w.Write([]byte(readBody))
	}))
	t.Cleanup(gateway.Close)
	client, err := New(Config{BaseURL: gateway.URL})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range idle {
		all.Go(func() {
			if _, err := client.GetPayin(t.Context(), testToken, "order-1"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	cut.Store(true)
	ctx := WithGate(t.Context(), countingGate{&gated})
	if _, err := client.GetPayin(ctx, testToken, "order-1"); err == nil {
		t.Fatal("there was an answer")
	}
	if sent, slots := requests.Load(), gated.Load(); sent != slots {
		t.Errorf("%d requests for %d slots", sent, slots)
	}
}

// countingGate counts the slots that it gives.
type countingGate struct{ slots *atomic.Int64 }

func (g countingGate) Wait(context.Context) error { g.slots.Add(1); return nil }
func (countingGate) Answered(error)               {}
func (countingGate) Limited(time.Duration)        {}
