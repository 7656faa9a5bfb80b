//go:build unix

package cost

import (
	"runtime"
	"syscall"
	"testing"
	"time"
)

// Once is what doing it once costs this process, with whatever else it does meanwhile.
func Once(do func()) (processor time.Duration, bytes uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := used()
	do()
	processor = used() - began
	runtime.ReadMemStats(&after)
	return processor, after.TotalAlloc - before.TotalAlloc
}

// used is the processor time that the process has used.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only for another argument
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// What a request of some size may cost.
const (
	bytesLeast = 512 << 10
	bytesEach  = 32  // for each byte that was sent
	growth     = 2.5 // of twice the input's processor time, to that of its half
	ofUsual    = 64  // of a usual request's processor time, which is some 0.1 ms
	tries      = 40  // the least of so many; an honest one needs one or two
)

// least keeps the least of several runs: others may be busy meanwhile.
type least struct {
	processor time.Duration
	bytes     uint64
}

func (l *least) run(do func()) {
	processor, bytes := Once(do)
	if l.processor == 0 || processor < l.processor {
		l.processor = processor
	}
	if l.bytes == 0 || bytes < l.bytes {
		l.bytes = bytes
	}
}

// Bytes fails if doing it once allocates more than so many bytes that were sent may
// cost.
func Bytes(t testing.TB, sent int, do func()) {
	t.Helper()
	var it least
	for range 3 {
		if it.run(do); it.bytes <= bytesLeast+bytesEach*uint64(sent) {
			return
		}
	}
	t.Errorf("%d bytes allocate %d", sent, it.bytes)
}

// Bounded fails if whole, twice the input of half, costs more than it may: in bytes, in
// processor time beside its half, and in both beside something usual.
func Bounded(t testing.TB, sent int, half, whole, usual func()) {
	t.Helper()
	var ofHalf, ofWhole, one least
	for range tries {
		ofHalf.run(half)
		ofWhole.run(whole)
		one.run(usual)
		bounded := ofWhole.bytes <= bytesLeast+bytesEach*uint64(sent)+2*one.bytes && ofWhole.processor <= ofUsual*one.processor
		if bounded && float64(ofWhole.processor) <= growth*float64(ofHalf.processor) {
			return
		}
		if ofWhole.processor > time.Second { // nothing that another try could mend
			break
		}
	}
	t.Errorf("%d bytes cost %v of the processor and allocate %d; half of them cost %v, a usual request %v and %d",
		sent, ofWhole.processor, ofWhole.bytes, ofHalf.processor, one.processor, one.bytes)
}
