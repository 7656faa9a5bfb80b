package store

import (
	"fmt"
	"testing"
	"time"
)

// A client that polls reads a payment and its state, and its story grows.
func BenchmarkPoll(b *testing.B) {
	s, err := Open(b.Context(), ":memory:")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	now := time.Now()
	payin := Payment{Kind: Payin, ID: "1", Merchant: "M", Request: []byte("{}"), Response: []byte("{}"), CreatedAt: now}
	if err := s.Create(b.Context(), payin, []Transition{{At: now, Status: "PROCESSING"}}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		p, err := s.Payment(b.Context(), "M", Payin, "1")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.State(b.Context(), p, now); err != nil {
			b.Fatal(err)
		}
		if err := s.AddCall(b.Context(), Call{Merchant: "M", Kind: Payin, ID: "1", At: now, Method: "GET", Path: fmt.Sprint(n), Status: 200}); err != nil {
			b.Fatal(err)
		}
	}
}
