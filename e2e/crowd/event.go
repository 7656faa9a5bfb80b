package main

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"time"
)

// event is one of a stream of server-sent events.
type event struct {
	name string // "" is "message"
	id   string
	data string
	// retry is how long to wait before reconnecting, if the event says so.
	retry           time.Duration
	hasID, hasRetry bool
}

// eventReader reads a stream as the standard says. A browser drops events without
// data; here each block of lines is returned, since "retry:" and heart-beats count too.
type eventReader struct{ lines *bufio.Reader }

func readEvents(body io.Reader) eventReader { return eventReader{bufio.NewReaderSize(body, 128)} }

// next is the next block up to an empty line, or the stream's end.
func (r eventReader) next() (event, error) {
	var e event
	some, hasData := false, false
	for {
		line, err := r.lines.ReadString('\n')
		if err != nil {
			return event{}, err // a block without its empty line doesn't count
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
			e.name = value
		case "data":
			if hasData {
				value = e.data + "\n" + value
			}
			e.data, hasData = value, true
		case "id":
			e.id, e.hasID = value, true
		case "retry":
			if ms, err := strconv.Atoi(value); err == nil && ms >= 0 {
				e.retry, e.hasRetry = time.Duration(ms)*time.Millisecond, true
			}
		}
	}
}
