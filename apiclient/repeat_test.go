package apiclient

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// A slot of the gateway's rate is one request: none is repeated below the gate, however
// many idle connections end without an answer.
func TestARequestIsRepeatedByTheClientAlone(t *testing.T) {
	const idle = 20
	var requests atomic.Int64
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
	gate := &counting{}
	if _, err := client.GetPayin(WithGate(t.Context(), gate), testToken, "order-1"); err == nil {
		t.Fatal("there was an answer")
	}
	if sent, slots := int(requests.Load()), gate.asked; sent != slots {
		t.Errorf("%d requests for %d slots", sent, slots)
	}
}
