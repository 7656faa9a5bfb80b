package qr

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkSVGDrawn(b *testing.B) {
	payload := payloads(b)["qris"]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := SVG(payload); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSVGNew(b *testing.B) {
	payload := payloads(b)["qris"]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := SVG(fmt.Sprint(payload, rand.Uint64())); err != nil {
			b.Fatal(err)
		}
	}
}
