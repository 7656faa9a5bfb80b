package stream

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// The wire format (WHATWG HTML, "Server-sent events"). Browsers hide comments
// from scripts, so a beat is an event; its data is the time until the next one
// at the latest, in ms.

// Once is the whole answer for a client whose stream can't be held: the
// version, if there is one, and when to ask again.
func Once(version string, again time.Duration) []byte {
	text := appendRetry(nil, again)
	if version != "" {
		text = append(text, "data: "+version+"\n"...)
	}
	return append(text, '\n')
}

// appendOpening begins a stream: the reconnection time, the version, if there
// is one and the client doesn't know it from an earlier stream, and the first
// beat.
func (h *Hub) appendOpening(text []byte, o Opening) []byte {
	text = appendRetry(text, between(time.Second, 5*time.Second))
	last, _, _ := strings.Cut(o.LastID, idRead)
	if o.Version != "" && o.Version != last {
		text = appendVersion(text, o.Version, o.Read)
	}
	return append(text, h.beat...)
}

// idRead separates version and reading time in an event's id. Versions don't
// contain it.
const idRead = "-"

// appendVersion appends a version event. Its id also has the time of the
// reading, in ms in base 36: the page that loads because of the event sends it,
// so that a replica with an older reading can tell (handlers/visit_cookies.go).
func appendVersion(text []byte, version string, read time.Time) []byte {
	id := version
	if !read.IsZero() {
		id += idRead + strconv.FormatInt(read.UnixMilli(), 36)
	}
	return fmt.Appendf(text, "id: %s\ndata: %s\n\n", id, version)
}

func appendRetry(text []byte, wait time.Duration) []byte {
	return fmt.Appendf(text, "retry: %d\n", wait.Milliseconds())
}

// goodbye is a version that no page has.
const goodbye = "data: over\n\n"

// elsewhere is when to reconnect after a process stops: soon, but not everybody
// at once.
func elsewhere() time.Duration { return between(time.Second, 3*time.Second) }

func farewell() []byte { return append(appendRetry(nil, elsewhere()), '\n') }

func between(least, most time.Duration) time.Duration { return least + rand.N(most-least) }
