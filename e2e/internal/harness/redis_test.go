package harness

import "testing"

// A restarted store is at the same address, and empty.
func TestRedis(t *testing.T) {
	r, err := StartRedis(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { r.Kill() }()
	address := r.Address
	if used, err := r.Memory(t.Context()); err != nil || used < 1000 {
		t.Errorf("it uses %d bytes, %v", used, err)
	}
	r.Kill()
	if _, err := r.Memory(t.Context()); err == nil {
		t.Error("it answers though it was killed")
	}
	if err := r.Begin(t.Context()); err != nil || r.Address != address {
		t.Errorf("at %s, before at %s: %v", r.Address, address, err)
	}
	if _, err := r.Memory(t.Context()); err != nil {
		t.Error(err)
	}
}
