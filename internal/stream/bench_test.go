//go:build unix

package stream

import (
	"syscall"
	"testing"
	"time"

	"payapp/internal/testing/await"
)

// BenchmarkBeat is one beat of one stream, from when it is due until its bytes
// arrive at the client's end of a loopback connection. Processor time includes
// the kernel's.
func BenchmarkBeat(b *testing.B) {
	h := New(Config{Beat: time.Hour, Life: 24 * time.Hour})
	streams, _ := crowd(b, h, 2000)
	b.ReportAllocs()
	before := processor(b)
	for b.Loop() {
		h.mu.Lock()
		for _, s := range streams {
			h.wake(s, beat)
		}
		h.mu.Unlock()
		await.Until(b, "told", func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.workers == 0
		})
	}
	beats := float64(b.N * len(streams))
	b.ReportMetric(float64(processor(b)-before)/beats, "cpu-ns/beat")
	b.ReportMetric(float64(b.Elapsed())/beats, "ns/beat")
}

// processor is the processor time that this process has used.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
