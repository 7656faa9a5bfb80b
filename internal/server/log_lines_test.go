//go:build !sandbox

package server

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/config"
	"payapp/internal/testing/await"
)

// full is a disk on which there is room for a while, and later again.
type full struct {
	room, later int // lines that are written before, and refused afterwards
	half        bool
	bytes.Buffer
}

func (f *full) Write(p []byte) (int, error) {
	switch {
	case f.room > 0:
		f.room--
	case f.later > 0:
		f.later--
		n := 0
		if f.half {
			n, _ = f.Buffer.Write(p[:len(p)/2])
		}
		return n, syscall.ENOSPC
	}
	return f.Buffer.Write(p)
}

// What can't be written of the log is counted, and told once there is room again.
// What was written of a line doesn't spoil the next one.
func TestLostLinesAreCountedAndTold(t *testing.T) {
	for _, half := range []bool{false, true} {
		disk := &full{room: 2, later: 3, half: half}
		log, lines := newLogger(config.Config{LogLevel: "info"}, disk)
		for range 6 {
			log.Info("x")
		}
		log.Debug("not written anyway")
		lines.close()
		metrics := prometheus.NewRegistry()
		registerProcess(metrics, nil, nil, lines)
		families, err := metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		counted := 0.0
		for _, family := range families {
			if family.GetName() == "payapp_log_lines_lost_total" {
				counted = family.GetMetric()[0].GetCounter().GetValue()
			}
		}
		if counted != 3 {
			t.Errorf("%v lines are counted as lost, want 3", counted)
		}
		text := disk.String()
		whole := strings.Count(text, "\"msg\":\"x\"}\n")
		if whole != 3 || strings.Count(text, `"level":"ERROR","msg":"log lines were lost","lines":3}`) != 1 {
			t.Errorf("cut in the middle: %v; the log is\n%s", half, text)
		}
	}
}

// stalled is a reader that takes nothing until it goes on.
type stalled struct {
	goOn    chan struct{}
	reached chan struct{} // has each line that it was to take
	bytes.Buffer
}

func (s *stalled) Write(p []byte) (int, error) {
	s.reached <- struct{}{}
	<-s.goOn
	return s.Buffer.Write(p)
}

// While nobody reads, lines wait up to a bound. Those beyond it are lost; who logs
// never waits. When the reader goes on, it gets what waited, and is told.
func TestAStalledReaderHoldsNobody(t *testing.T) {
	reader := &stalled{goOn: make(chan struct{}), reached: make(chan struct{}, 100)}
	line := []byte("0123456789\n")
	lines := newLogLines(reader, 5*len(line))
	lines.begin(slog.NewTextHandler(reader, nil))
	write := func() {
		if n, err := lines.Write(line); n != len(line) || err != nil {
			t.Errorf("got %d, %v", n, err)
		}
	}
	write()
	await.For(t, "the first line", reader.reached) // and stays there; what follows waits
	for range 8 {
		write()
	}
	if got := lines.lost.Load(); got != 3 {
		t.Errorf("%d are lost, want 3", got)
	}
	close(reader.goOn)
	lines.close()
	text := reader.String()
	if strings.Count(text, string(line)) != 6 || !strings.Contains(text, `msg="log lines were lost" lines=3`) {
		t.Errorf("the reader gets\n%s", text)
	}
	write()
	if got := lines.lost.Load(); got != 4 {
		t.Errorf("after the end %d are lost, want 4", got)
	}
}

// Fault 43: whatever becomes of who reads the log, customers get their pages, operators
// see that the replica is well, and it stops when it is told to.
func TestFault43_NobodyReadsTheLog(t *testing.T) {
	for what, spoil := range map[string]func(t *testing.T, reads, writes *os.File) (log *os.File){
		"the reader ends": func(t *testing.T, reads, writes *os.File) *os.File {
			t.Helper()
			if err := reads.Close(); err != nil {
				t.Fatal(err)
			}
			return writes
		},
		"the reader stalls": func(t *testing.T, _, writes *os.File) *os.File {
			t.Helper()
			fill(t, writes)
			return writes
		},
		"the disk is full": func(t *testing.T, _, _ *os.File) *os.File {
			t.Helper()
			disk, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { disk.Close() })
			return disk
		},
	} {
		t.Run(what, func(t *testing.T) {
			reads, writes, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { reads.Close(); writes.Close() })
			r := startReplica(t, spoil(t, reads, writes), "PAYAPP_GATEWAY_URL=http://127.0.0.1:1", "PAYAPP_PUBLIC_URL=https://pay.example",
				"PAYAPP_TRUSTED_PROXIES=none", "PAYAPP_SESSION_KEYS="+keyOf(t, "1"), "PAYAPP_DRAIN_DELAY=0s")
			for _, address := range []string{r.app + "/?merchantCode=nobody", r.admin + "/healthz", r.admin + "/readyz", r.admin + "/metrics"} {
				answer, err := http.Get(address)
				if err != nil {
					t.Fatalf("it ended with its log's reader: %v", err)
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				answer.Body.Close()
				if answer.StatusCode >= 500 {
					t.Errorf("%s answers %d", address, answer.StatusCode)
				}
			}
			r.signal(syscall.SIGTERM)
			if <-r.ended; r.err != nil {
				t.Errorf("told to stop, it ended with %v", r.err)
			}
		})
	}
}

// fill writes into a pipe until there is no room in it.
func fill(t *testing.T, writes *os.File) {
	t.Helper()
	pipe, err := writes.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		var full error
		for full == nil {
			if err := pipe.Write(func(fd uintptr) bool {
				_, full = syscall.Write(int(fd), make([]byte, size))
				return true
			}); err != nil {
				t.Fatal(err)
			}
		}
		if !errors.Is(full, syscall.EAGAIN) {
			t.Fatal(full)
		}
	}
}
