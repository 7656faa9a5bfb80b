package upstream

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/payment"
)

// Full caches leave room for a process and for ten thousand who wait, within what the
// manifests give it; more memory is more cache, up to a limit.
func TestCachesFitTheMemory(t *testing.T) {
	const shipped, process, stream, streams = 410 << 20, 60e6, 24e3, 10_000
	readings, options := cacheBounds(shipped)
	if all := readings + options + process + streams*stream; all > shipped {
		t.Errorf("%d bytes are needed, of %d", all, shipped)
	}
	if readings < 16<<20 || options < 4<<20 {
		t.Errorf("only %d and %d bytes are kept", readings, options)
	}
	for memory, want := range map[int64]int{0: readingsBytes, 512 << 20: 512 << 20 / 5, 1 << 40: readingsBytes, 1<<63 - 1: readingsBytes} {
		if got, _ := cacheBounds(memory); got != want {
			t.Errorf("of %d: got %d, want %d", memory, got, want)
		}
	}
	client, _, _ := setup(t, Config{Memory: 1 << 20})
	client.readings.merge(payment.Key{IDPayin: "1"}, known.Read(apiclient.Payin{QRCode: strings.Repeat("x", 1<<20/5/8)}, time.Now()))
	if n := client.readings.known.Size(); n != 0 {
		t.Errorf("a reading too large for the memory's share is kept: %d bytes", n)
	}
}

// What readings weigh is what they take, so that the bound is one of memory.
func TestReadingsWeighWhatTheyTake(t *testing.T) {
	const bound = 16 << 20
	r := newReadings(bound, time.Now)
	before := heap()
	for n := 0; r.known.Size() < bound*9/10; n++ {
		r.merge(payment.Key{Token: sha256.Sum256([]byte{byte(n), byte(n >> 8), byte(n >> 16)}), IDPayin: fmt.Sprintf("order-%d", n)}, known.Read(apiclient.Payin{
			IDPayin: fmt.Sprintf("order-%d", n), MethodCode: "PROMPTPAY", Status: "PENDING", QRCode: fmt.Sprintf("%0100d", n),
			InstructionList: []apiclient.InstructionSection{{Title: fmt.Sprintf("%020d", n), Steps: []string{fmt.Sprintf("%080d", n), fmt.Sprintf("%080d", n)}}},
		}, time.Now()))
	}
	taken, weighed := heap()-before, r.known.Size()
	if taken < weighed/2 || taken > weighed*5/4 {
		t.Errorf("%d bytes are taken by what weighs %d", taken, weighed)
	}
	runtime.KeepAlive(r)
}

// heap is what is in use, without what nobody refers to any more.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
