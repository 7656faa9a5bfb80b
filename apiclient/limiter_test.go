package apiclient

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// "10 requests a second" (interface.md, Limits): so many and no more.
func TestLimiterSpreadsCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter, begun := NewLimiter(10), time.Now()
		for range 21 {
			if err := limiter.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(begun).Round(time.Millisecond); took != 2*time.Second {
			t.Errorf("21 requests at 10 a second took %v, want 2s", took)
		}
	})
}

func TestLimiterIsQuietAsLongAsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter, begun := NewLimiter(1000), time.Now()
		limiter.Limited(3 * time.Second)
		limiter.Limited(time.Second) // a shorter pause doesn't replace a longer one
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := limiter.Wait(short); !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) != 0 {
			t.Errorf("a call without the time for it: %v after %v", err, time.Since(begun))
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if err := limiter.Wait(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("a call that is given up: %v", err)
		}
		if err := limiter.Wait(t.Context()); err != nil || time.Since(begun) != 3*time.Second {
			t.Errorf("%v after %v, want 3s", err, time.Since(begun))
		}
	})
}

// The client's own gate applies to calls whose context has none.
func TestClientsOwnGate(t *testing.T) {
	closed := errors.New("closed")
	client, err := New(Config{BaseURL: "http://gateway.example", Gate: &counting{refuse: closed}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetPayin(t.Context(), testToken, "order-1"); !errors.Is(err, closed) || !errors.Is(err, ErrRateLimited) {
		t.Errorf("got %v", err)
	}
	other := errors.New("the context's")
	if _, err := client.GetPayin(WithGate(t.Context(), &counting{refuse: other}), testToken, "order-1"); !errors.Is(err, other) {
		t.Errorf("with a gate of the context: got %v", err)
	}
}
