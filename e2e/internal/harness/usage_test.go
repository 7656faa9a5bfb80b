package harness

import "testing"

func TestUsage(t *testing.T) {
	if got, err := cpuOf("2030967085 12 7\n"); err != nil || got != 2030967085 {
		t.Errorf("CPU: got %v, %v", got, err)
	}
	if _, err := cpuOf(""); err == nil {
		t.Error("nothing said is CPU")
	}
	if got, err := residentOf("Name:\tpayapp\nVmHWM:\t   900 kB\nVmRSS:\t   42 kB\n"); err != nil || got != 42<<10 {
		t.Errorf("memory: got %v, %v", got, err)
	}
	if _, err := residentOf("Name:\tpayapp\n"); err == nil {
		t.Error("nothing said is memory")
	}
}
