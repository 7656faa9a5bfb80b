package journal

import (
	"strings"
	"sync"
)

// What a Tail keeps: so many lines, each of so many bytes.
const (
	tailLines = 10
	tailBytes = 300
)

// Tail is the end of a log, short enough to be read in a failure. Its zero value is
// empty.
type Tail struct {
	mu    sync.Mutex
	lines []string
}

// Write implements io.Writer; each call is a line, as slog's handlers write them.
func (t *Tail) Write(line []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		t.lines = t.lines[1:]
	}
	text := strings.TrimSuffix(string(line), "\n")
	if len(text) > tailBytes {
		text = strings.ToValidUTF8(text[:tailBytes], "") + "…"
	}
	t.lines = append(t.lines, text)
	return len(line), nil
}

// String is the end of what was written so far.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, "\n")
}
