package model

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
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
}

// door is the gateway as the application reaches it: the sandbox, behind
// weather, with a record of every call.
type door struct {
	world *world
	next  http.Handler

	mu      sync.Mutex
	weather weather
	calls   int
	struck  time.Time // when a call was last hit
}

func (d *door) set(w weather) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.weather = w
}

// strikes is the weather that hits this call.
func (d *door) strikes() weather {
	d.mu.Lock()
	defer d.mu.Unlock()
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
	hit := d.strikes()
	w.Header().Set("Date", d.world.now().UTC().Format(http.TimeFormat))
	if d.before(w, r, hit) {
		return
	}
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	answer := httptest.NewRecorder()
	d.next.ServeHTTP(answer, r)
	body := answer.Body.Bytes()
	id, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/payins/"), "/")
	book := d.world.ledgerOf(id)
	if r.Method == http.MethodPost && book != nil && answer.Code < 300 {
		book.accept(rest == "externalReference", sent)
		d.world.judgeCreation(id)
	}
	if !d.world.lives(r.Host) || after(w, hit, answer.Code, body) {
		panic(http.ErrAbortHandler)
	}
	if answer.Code < 300 && d.world.spoil(w, r, hit) {
		return
	}
	if book != nil {
		book.hear(d.world.moments.Add(1), d.world.now(), answer.Code, body)
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(body)
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
	return hit.kind == "cut after"
}

// nonsense is a broken gateway's answer, by kind of weather.
var nonsense = map[string]string{
	"html": "<html>Welcome to the gateway: SUCCESS</html>", "empty": "", "null": "null", "no parts": "{}",
	"another's": `{"paymentRequested":{"money":{"amount":7777,"currencyCode":"THB"}},"paymentMethodResponse":{"idPayin":"another",` +
		`"paymentMethodCode":"PROMPTPAY","money":{"amount":7777,"currencyCode":"THB"}},"process":{"status":"SUCCESS"}}`,
	"long": `{"process":{"status":"SUCCESS"},"x":"` + strings.Repeat("x", 1<<20) + `"}`,
}

// spoil answers nonsense to a processed call.
func (w *world) spoil(rw http.ResponseWriter, r *http.Request, hit weather) bool {
	body, ok := nonsense[hit.kind]
	if !ok {
		return false
	}
	rw.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(rw, body)
	return true
}
