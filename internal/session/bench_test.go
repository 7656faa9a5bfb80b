package session

import (
	"testing"
	"time"
)

func BenchmarkOpen(b *testing.B) {
	s, _ := setup(b, true)
	r := request(seal(b, s, typical())...)
	b.ReportAllocs()
	for b.Loop() {
		var p payload
		if err := s.Open(r, "session", testPath, &p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSeal(b *testing.B) {
	s, _ := setup(b, true)
	p := typical()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.SealWithin(MaxTotal, "session", testPath, p, time.Hour); err != nil {
			b.Fatal(err)
		}
	}
}
