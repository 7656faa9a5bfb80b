package machine

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"
)

func start(t *testing.T) *Redis {
	t.Helper()
	r, err := StartRedis(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Kill() })
	return r
}

func TestRedisIsAsked(t *testing.T) {
	r := start(t)
	if got, err := r.Do(t.Context(), "SET a 1"); got != "OK" || err != nil {
		t.Errorf("SET: %q, %v", got, err)
	}
	if got, err := r.Do(t.Context(), "GET a"); got != "1" || err != nil {
		t.Errorf("GET: %q, %v", got, err)
	}
	if _, err := r.Do(t.Context(), "NOSUCH"); err == nil {
		t.Error("an unknown command is no error")
	}
	u, err := r.StoreUsage(t.Context())
	if err != nil || u.CPU <= 0 || u.Memory <= 0 || u.Received <= 0 || u.Sent <= 0 || u.Connections != 1 {
		t.Errorf("usage: %+v, %v", u, err)
	}
	if _, err := storeUsageOf("used_cpu_user:1\r\n"); err == nil {
		t.Error("a text that lacks most of it has everything")
	}
}

// What a script calls isn't sent by a client.
func TestSentByClient(t *testing.T) {
	for line, want := range map[string][2]bool{
		"+OK\r\n": {false, false},
		`+1795412729.075789 [0 127.0.0.1:48774] "EVALSHA" "5f" "1" "a"`:         {true, true},
		`+1795412729.075839 [0 lua] "set" "a" "1"`:                              {false, false},
		`+1795412729.075839 [0 unix:/tmp/redis] "publish" "[0 lua] \"x" "eval"`: {true, false},
		`+1795412729.075839 [0 127.0.0.1:1] "fcall" "f" "0"`:                    {true, true},
	} {
		if sent, script := sentByClient(line); sent != want[0] || script != want[1] {
			t.Errorf("%s: got %v, %v", line, sent, script)
		}
	}
}

func TestMonitor(t *testing.T) {
	r := start(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		for ctx.Err() == nil {
			if _, err := r.Do(t.Context(), `EVAL 'return redis.call("set","a",1)' 0`); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	commands, scripts, err := r.Monitor(t.Context(), time.Second)
	cancel()
	if err := errors.Join(err, <-done); err != nil {
		t.Fatal(err)
	}
	if scripts == 0 || commands != scripts {
		t.Errorf("%d commands, %d scripts, though only scripts were sent", commands, scripts)
	}
}

// Every key is at one of three nodes, and each knows where.
func TestCluster(t *testing.T) {
	cluster, err := StartCluster(t.Context(), t.TempDir(), 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range cluster {
		defer r.Kill()
	}
	took := 0
	for _, r := range cluster {
		if _, err := r.Do(t.Context(), "SET a 1"); err == nil {
			took++
		}
	}
	if took != 1 {
		t.Errorf("%d nodes took a key, want one", took)
	}
}

func TestForwarder(t *testing.T) {
	r := start(t)
	wire, err := Forward(r.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer wire.Close()
	far := &Redis{Address: wire.Address}
	if got, err := far.Do(t.Context(), "PING"); got != "PONG" {
		t.Errorf("through the wire: %q, %v", got, err)
	}
	var dialer net.Dialer
	held, err := dialer.DialContext(t.Context(), "tcp", wire.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if _, err := io.WriteString(held, "PING\r\n"); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 7)
	if _, err := io.ReadFull(held, answer); err != nil {
		t.Fatal(err)
	}
	wire.Cut()
	if _, err := held.Read(answer); err == nil {
		t.Error("a connection outlives the cut")
	}
	if got, err := far.Do(t.Context(), "PING"); err == nil {
		t.Errorf("while it is cut: %q", got)
	}
	wire.Mend()
	if got, err := far.Do(t.Context(), "PING"); got != "PONG" {
		t.Errorf("mended: %q, %v", got, err)
	}
}
