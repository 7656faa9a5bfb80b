package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"payapp/e2e/internal/harness"
)

// loseReader: what reads a replica's log stalls, goes on, stalls again, and ends.
// Nothing waits for it, not even the replica's own end.
func loseReader(ctx context.Context, s *stage) error {
	last := s.replicas[1]
	defer func() { last.log = nil }()
	reads, writes, err := os.Pipe()
	if err != nil {
		return err
	}
	defer reads.Close()
	last.log = writes
	err = last.restart(ctx, s.keys)
	writes.Close() // the replica has its own
	if err != nil {
		return err
	}
	l := s.startLoad(ctx)
	s.is(s.talkative(ctx, last), "lines are lost once more wait than may")
	s.fires(ctx, "PayappLogLost", 60*time.Second)
	s.looksWell(ctx, last)
	told := readUntil(reads, filepath.Join(s.logs, "900-reader.log"), "log lines were lost")
	s.is(told != "", "the reader goes on, and is told: %s", told)
	s.is(s.talkative(ctx, last), "it stalls again, and lines are lost")
	s.is(last.stop() == nil, "told to stop, the replica stops, though nobody reads what it says")

	gone, into, err := os.Pipe()
	if err != nil {
		l.stop()
		return err
	}
	last.log = into
	err = last.start(ctx, "v1.1.0", s.keys)
	gone.Close()
	into.Close()
	if err == nil {
		err = s.backends(ctx)
	}
	if err != nil {
		l.stop()
		return err
	}
	harness.Pause(ctx, 3*time.Second)
	s.looksWell(ctx, last)
	last.log = nil
	if err := last.restart(ctx, s.keys); err != nil {
		l.stop()
		return err
	}
	l.nothingLost()
	s.calm(ctx)
	return nil
}

// looksWell asks a replica whether it is alive and ready.
func (s *stage) looksWell(ctx context.Context, r *replica) {
	alive, _ := ask(ctx, "http://"+r.admin+"/healthz")
	ready, _ := ask(ctx, "http://"+r.admin+"/readyz")
	s.is(alive == http.StatusOK && ready == http.StatusOK, "meanwhile it is alive and ready (%d, %d)", alive, ready)
}

// talkative asks for something small until the replica's log has lost lines.
func (s *stage) talkative(ctx context.Context, r *replica) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	before := lost(ctx, r)
	asking, stop := context.WithCancel(ctx)
	var many sync.WaitGroup
	for range 8 {
		many.Go(func() {
			for asking.Err() == nil {
				request, err := http.NewRequestWithContext(asking, http.MethodGet, "http://"+r.address+"/robots.txt", nil)
				if err != nil {
					return
				}
				request.Header.Set("X-Forwarded-For", "127.9.9.9")
				if answer, err := http.DefaultClient.Do(request); err == nil {
					answer.Body.Close()
				}
			}
		})
	}
	found := until(ctx, time.Minute, func() bool { return lost(ctx, r) > before })
	stop()
	many.Wait()
	return found
}

// lost is how many lines of its log a replica counts as lost.
func lost(ctx context.Context, r *replica) (lines float64) {
	_, says := ask(ctx, "http://"+r.admin+"/metrics")
	for line := range strings.SplitSeq(says, "; ") {
		if strings.HasPrefix(line, "payapp_log_lines_lost_total ") {
			_, _ = fmt.Sscan(strings.Fields(line)[1], &lines) // 0 if it isn't there
		}
	}
	return lines
}

// readUntil reads lines into a file until one has these words, and returns that. Then
// it reads no more.
func readUntil(from *os.File, file, words string) string {
	_ = from.SetReadDeadline(time.Now().Add(30 * time.Second)) // pipes have deadlines
	var all bytes.Buffer
	defer func() { _ = os.WriteFile(file, all.Bytes(), 0o600) }() // it is searched later
	for lines := bufio.NewScanner(from); lines.Scan(); {
		all.Write(append(lines.Bytes(), '\n'))
		if strings.Contains(lines.Text(), words) {
			return lines.Text()
		}
	}
	return ""
}
