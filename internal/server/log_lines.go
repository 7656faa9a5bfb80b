package server

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// logQueued is how many bytes of lines may wait to be written: some seconds of a
	// busy replica.
	logQueued = 4 << 20
	// logPatience is how long the last lines may take when the process ends.
	logPatience = 2 * time.Second
)

// logLines is where log lines go. A reader may stall or end, and a disk may be full:
// no request waits for that, nor does the end of the process. Lines beyond logQueued
// and those that can't be written are lost. They are counted, and told of once lines
// can be written again.
type logLines struct {
	level   slog.LevelVar // the least that is logged; operators change it
	to      io.Writer
	most    int          // bytes that may wait
	notices slog.Handler // writes to the same as the lines
	ended   chan struct{}

	lost atomic.Int64

	mu     sync.Mutex
	more   *sync.Cond
	queue  [][]byte
	size   int // bytes of the queue
	closed bool
}

func newLogLines(to io.Writer, most int) *logLines {
	l := &logLines{to: to, most: most, ended: make(chan struct{})}
	l.more = sync.NewCond(&l.mu)
	return l
}

// begin begins to write; the caller must call close. notices writes to the same, as
// the log has its lines.
func (l *logLines) begin(notices slog.Handler) {
	l.notices = notices
	go l.writeOn()
}

// Write implements io.Writer, for one line. It never waits for what is written to.
func (l *logLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.size+len(line) > l.most {
		l.lost.Add(1)
		return len(line), nil
	}
	l.queue = append(l.queue, bytes.Clone(line))
	l.size += len(line)
	l.more.Signal()
	return len(line), nil
}

// writeOn writes one line after the other, until the queue is closed and empty.
func (l *logLines) writeOn() {
	defer close(l.ended)
	var told int64 // of those lost
	half := false  // the last line was cut off
	for {
		line, last := l.next()
		if line == nil {
			return
		}
		if half {
			line = append([]byte("\n"), line...)
		}
		n, err := l.to.Write(line)
		if err != nil {
			half = half || n > 0
			l.lost.Add(1)
			continue
		}
		half = false
		if lost := l.lost.Load(); last && lost > told && l.notice(lost-told) == nil {
			told = lost
		}
	}
}

// next waits for a line; nil is the end. last says that no other line waits.
func (l *logLines) next() (line []byte, last bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) == 0 {
		if l.closed {
			return nil, true
		}
		l.more.Wait()
	}
	line, l.queue = l.queue[0], l.queue[1:]
	l.size -= len(line)
	return line, len(l.queue) == 0
}

// notice tells whoever reads the log again that lines are missing.
func (l *logLines) notice(lost int64) error {
	r := slog.NewRecord(time.Now(), slog.LevelError, "log lines were lost", 0)
	r.AddAttrs(slog.Int64("lines", lost))
	return l.notices.Handle(context.Background(), r)
}

// close writes what waits, as far as that is possible soon.
func (l *logLines) close() {
	l.mu.Lock()
	l.closed = true
	l.more.Signal()
	l.mu.Unlock()
	patience := time.NewTimer(logPatience)
	defer patience.Stop()
	select {
	case <-l.ended:
	case <-patience.C:
	}
}
