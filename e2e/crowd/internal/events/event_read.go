package events

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
)

// Event is one of a stream of server-sent events.
type Event struct {
	Name string // "" is "message"
	ID   string
	Data string
	// Retry is how long to wait before reconnecting, if the event says so.
	Retry    time.Duration
	HasID    bool
	HasRetry bool
}

// reader reads a stream as the standard says, using little memory. A
// browser drops events without data; here each block of lines is returned,
// since "retry:" and heart-beats count too.
type reader struct{ lines *bufio.Reader }

func newReader(body io.Reader) *reader {
	return &reader{bufio.NewReaderSize(body, 128)}
}

// next is the next block up to an empty line, or the stream's end.
func (r *reader) next() (Event, error) {
	var e Event
	some, hasData := false, false
	for {
		line, err := r.lines.ReadString('\n')
		if err != nil {
			return Event{}, err // a block without its empty line doesn't count
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			if some {
				return e, nil
			}
			continue
		}
		some = true
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "event":
			e.Name = value
		case "data":
			if hasData {
				value = e.Data + "\n" + value
			}
			e.Data, hasData = value, true
		case "id":
			e.ID, e.HasID = value, true
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil && ms >= 0 {
				e.Retry, e.HasRetry = time.Duration(ms)*time.Millisecond, true
			}
		}
	}
}
