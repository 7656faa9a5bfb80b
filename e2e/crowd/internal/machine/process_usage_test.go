package machine

import (
	"testing"
	"time"
)

func TestUsage(t *testing.T) {
	const stat = "4242 (a (strange) name) S 1 4242 4242 0 -1 4194560 911 0 0 0 131 72 0 0 20 0 9 0 12345 0 0"
	if got, err := cpuOf(stat); err != nil || got != 2030*time.Millisecond {
		t.Errorf("CPU: got %v, %v, want 131+72 ticks", got, err)
	}
	if _, err := cpuOf("4242 (short) S 1"); err == nil {
		t.Error("a short line has CPU")
	}
	if got, err := residentOf("Name:\tpayapp\nVmHWM:\t   900 kB\nVmRSS:\t   42 kB\n"); err != nil || got != 42<<10 {
		t.Errorf("memory: got %v, %v", got, err)
	}
	if _, err := residentOf("Name:\tpayapp\n"); err == nil {
		t.Error("nothing said is memory")
	}
}
