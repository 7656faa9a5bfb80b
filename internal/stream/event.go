package stream

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// What goes over the wire (WHATWG HTML, "Server-sent events"). Browsers don't
// show comments to scripts, so a beat is an event; its data is when the next
// one comes at the latest, in ms.

// Once is the whole stream of who can't be held: the version, if there is one,
// and when to ask again.
func Once(version string, again time.Duration) []byte {
	text := appendRetry(nil, again)
	if version != "" {
		text = append(text, "data: "+version+"\n"...)
	}
	return append(text, '\n')
}

// appendOpening begins a stream: when to come back should it be cut, the
// version, if there is one and unless that is what was told last, before it was
// cut, and the first beat.
func (h *Hub) appendOpening(text []byte, o Opening) []byte {
	text = appendRetry(text, between(time.Second, 5*time.Second))
	last, _, _ := strings.Cut(o.LastID, idRead)
	if o.Version != "" && o.Version != last {
		text = appendVersion(text, o.Version, o.Read)
	}
	return append(text, h.beat...)
}

// idRead comes before the time of the reading in an event's id. Versions don't
// have it.
const idRead = "-"

// appendVersion tells a version. Its id says also when it was read, in ms to the
// base of 36: who loads the page because of it can tell a replica that has an
// older reading (handlers/reading_heard.go).
func appendVersion(text []byte, version string, read time.Time) []byte {
	text = append(text, "id: "+version...)
	if !read.IsZero() {
		text = append(text, idRead...)
		text = strconv.AppendInt(text, read.UnixMilli(), 36)
	}
	return append(text, "\ndata: "+version+"\n\n"...)
}

func appendBeat(text []byte, next time.Duration) []byte {
	text = append(text, "event: beat\ndata: "...)
	text = strconv.AppendInt(text, next.Milliseconds(), 10)
	return append(text, "\n\n"...)
}

func appendRetry(text []byte, wait time.Duration) []byte {
	text = append(text, "retry: "...)
	text = strconv.AppendInt(text, wait.Milliseconds(), 10)
	return append(text, '\n')
}

// goodbye is a version that no page has.
const goodbye = "data: over\n\n"

// elsewhere is when to come back to a process that stops: soon, and not all at
// once.
func elsewhere() time.Duration { return between(time.Second, 3*time.Second) }

func farewell() []byte { return append(appendRetry(nil, elsewhere()), '\n') }

func between(least, most time.Duration) time.Duration { return least + rand.N(most-least) }
