package model

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// weather is a fault at the gateway for a while.
type weather struct {
	kind  string
	every int           // one call in so many
	slow  time.Duration // for the kind "slow"
	until time.Time
}

// kinds of weather. A call that is processed before its answer is lost counts
// as accepted; the customer doesn't know its result.
var kinds = []string{
	"429", "429 soon", "429 later", "429 date", "429 nonsense", "500", "503", "503 later", "cut before", "cut after",
	"cut within", "401", "403", "404", "slow", "html", "empty", "null", "no parts", "another's", "long",
	"lost 503", "lost cut", "lost late", "lost within", "lost html", "lost empty", "lost 409", "lost 401",
}

// loses reports whether the weather hits only answers to creations, which are
// processed.
func (w weather) loses() bool { return strings.HasPrefix(w.kind, "lost ") }

// door is the gateway as the application reaches it: the sandbox, behind
// weather, with a record of every call.
type door struct {
	world *world
	next  http.Handler

	mu      sync.Mutex
	weather weather
	calls   int
	struck  time.Time      // when a call was last hit
	lost    map[string]int // answers to creations, before a refused token, by replica and payment

	rejected atomic.Bool // some token was refused
}

func (d *door) set(w weather) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.weather = w
}

// strikes is the weather that hits this call.
func (d *door) strikes(r *http.Request) weather {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.weather.loses() && !creates(r) {
		return weather{}
	}
	d.calls++
	if d.weather.kind == "" || !d.world.now().Before(d.weather.until) || d.calls%d.weather.every != 0 {
		return weather{}
	}
	d.struck = d.world.now()
	return d.weather
}

// kind is the kind of a violation, marked if the gateway, or a store before it,
// failed recently.
func (d *door) kind(name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.world.store != nil || d.world.now().Sub(d.struck) < time.Minute || d.weather.kind != "" && d.world.now().Before(d.weather.until) {
		return name + " in bad weather"
	}
	return name
}

// ServeHTTP is a call of a replica, which is known by the host name that it
// uses for the gateway. Calls of dead replicas are cut off.
func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !d.world.lives(r.Host) {
		panic(http.ErrAbortHandler)
	}
	hit := d.strikes(r)
	w.Header().Set("Date", d.world.now().UTC().Format(http.TimeFormat))
	if d.before(w, r, hit) {
		return
	}
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	id, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/payins/"), "/")
	answer, book := httptest.NewRecorder(), d.world.ledgerOf(id)
	d.next.ServeHTTP(answer, r)
	body := answer.Body.Bytes()
	if r.Method == http.MethodPost && book != nil && answer.Code < 300 && d.world.other == nil {
		d.world.accept(id, rest == "externalReference", sent)
	}
	if !d.world.lives(r.Host) || after(w, hit, answer.Code, body) {
		panic(http.ErrAbortHandler)
	}
	if d.lose(w, r, hit, answer.Code) || answer.Code < 300 && d.world.spoil(w, hit) {
		return
	}
	if book != nil && rest == "externalReference" && (answer.Code < 300 && d.world.other == nil || answer.Code == http.StatusNoContent) {
		book.mu.Lock()
		book.took = d.world.moments.Add(1)
		book.mu.Unlock()
	}
	d.reject(answer.Code)
	if book != nil {
		book.hear(answer.Code, body, d.world.moments.Add(1))
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(body)
}

// accept notes what the gateway has accepted, whatever becomes of its answer.
func (w *world) accept(id string, reference bool, sent []byte) {
	if book := w.ledgerOf(id); book != nil {
		book.accept(reference, sent, w.moments.Add(1), w.now())
		w.judgeCreation(id)
	}
}

// before answers, or cuts, for a gateway that processed nothing.
func (d *door) before(w http.ResponseWriter, r *http.Request, hit weather) bool {
	switch hit.kind {
	case "429":
	case "429 soon":
		w.Header().Set("Retry-After", "1")
	case "429 later":
		w.Header().Set("Retry-After", "20")
	case "429 date":
		w.Header().Set("Retry-After", d.world.now().Add(4*time.Second).UTC().Format(http.TimeFormat))
	case "429 nonsense":
		w.Header().Set("Retry-After", "soon")
	case "503 later":
		w.Header().Set("Retry-After", "3")
	case "cut before":
		panic(http.ErrAbortHandler)
	case "slow":
		select {
		case <-time.After(d.world.really(hit.slow)):
		case <-r.Context().Done():
			panic(http.ErrAbortHandler)
		}
		return false
	case "500", "503", "401", "403":
	case "404":
		if r.Method == http.MethodPost || strings.HasPrefix(r.URL.Path, "/payins/") {
			return false // for a payment it means "not created", which no honest gateway says falsely
		}
	default:
		return false
	}
	code := map[byte]int{'4': 429, '5': 503}[hit.kind[0]]
	switch hit.kind {
	case "500":
		code = 500
	case "401":
		code = 401
	case "403":
		code = 403
	case "404":
		code = 404
	}
	w.Header().Set("Content-Type", "application/json")
	d.reject(code)
	w.WriteHeader(code)
	_, _ = io.WriteString(w, `{"code":"WEATHER","message":"internal words of the gateway"}`)
	return true
}

// after cuts the connection instead of the answer to a processed call, and
// reports whether it did.
func after(w http.ResponseWriter, hit weather, code int, body []byte) bool {
	if hit.kind == "cut within" && code < 300 {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_, _ = w.Write(body[:len(body)*2/3])
		_ = http.NewResponseController(w).Flush()
		return true
	}
	if hit.kind == "lost within" && code < 300 {
		return after(w, weather{kind: "cut within"}, code, body)
	}
	return hit.kind == "cut after" || hit.kind == "lost cut" || hit.kind == "lost within"
}

// creates reports whether the call is a creation.
func creates(r *http.Request) bool {
	id, ok := strings.CutPrefix(r.URL.Path, "/payins/")
	return ok && r.Method == http.MethodPost && !strings.ContainsAny(id, "/!")
}

// lose answers a processed creation with something else, or too late, and reports
// whether it did.
func (d *door) lose(w http.ResponseWriter, r *http.Request, hit weather, code int) bool {
	w.Header().Set("Content-Type", "application/json")
	switch hit.kind {
	case "lost 503":
		w.WriteHeader(http.StatusServiceUnavailable)
	case "lost late":
		select {
		case <-time.After(d.world.really(time.Minute)):
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	case "lost html":
		_, _ = io.WriteString(w, nonsense["html"])
	case "lost empty":
		if code >= 300 && code != http.StatusConflict {
			return false // it would say that a refused one was accepted
		}
		w.WriteHeader(http.StatusAccepted)
	case "lost 409":
		if code >= 300 {
			return false
		}
		w.WriteHeader(http.StatusConflict)
	case "lost 401": // once a try of the same replica was lost
		d.mu.Lock()
		try := r.Host + r.URL.Path
		d.lost[try]++
		first := d.lost[try]%2 == 1
		d.mu.Unlock()
		if first {
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		d.reject(http.StatusUnauthorized)
		w.WriteHeader(http.StatusUnauthorized)
	default:
		return false
	}
	return true
}

// reject notes that a token was refused.
func (d *door) reject(code int) {
	if code == http.StatusUnauthorized || code == http.StatusForbidden {
		d.rejected.Store(true)
	}
}

// nonsense is a broken gateway's answer, by kind of weather.
var nonsense = map[string]string{
	"html": "<html>Welcome to the gateway: SUCCESS</html>", "empty": "", "null": "null", "no parts": "{}",
	"another's": `{"paymentRequested":{"money":{"amount":7777,"currencyCode":"THB"}},"paymentMethodResponse":{"idPayin":"another",` +
		`"paymentMethodCode":"PROMPTPAY","money":{"amount":7777,"currencyCode":"THB"}},"process":{"status":"SUCCESS"}}`,
	"long": `{"process":{"status":"SUCCESS"},"x":"` + strings.Repeat("x", 1<<20) + `"}`,
}

// spoil answers nonsense to a processed call.
func (w *world) spoil(rw http.ResponseWriter, hit weather) bool {
	body, ok := nonsense[hit.kind]
	if !ok {
		return false
	}
	rw.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(rw, body)
	return true
}
