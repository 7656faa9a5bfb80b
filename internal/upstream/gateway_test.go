package upstream

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/testing/journal"
	"payapp/money"
)

// fake is a gateway in memory: payments by id, a rate limit per second, and a
// delay for every answer.
type fake struct {
	takes time.Duration
	// ways, if set, returns how long a request and its answer are under way.
	ways  func() (there, back time.Duration)
	limit int  // requests in any second and merchant; 0 = unlimited
	keeps bool // requests that are given up on their way arrive all the same

	mu       sync.Mutex
	status   map[string]string // of created payments, by id
	creates  []string          // ids, in order of arrival
	calls    map[string]int    // by "METHOD path"
	times    []time.Time       // of all accepted requests
	arrivals []arrival
	limited  int // answers with 429
	answer   func(*http.Request) (status int, body string)
	ahead    time.Duration // its clock's; 0 = its answers have no Date
	after    string        // the Retry-After of its answers; "" = they have none
}

// reset is the status of an answer that is lost.
const reset = -1

// arrival is one request as it arrived.
type arrival struct {
	at          time.Time
	token, path string
}

func (f *fake) RoundTrip(request *http.Request) (*http.Response, error) {
	f.mu.Lock()
	takes, ways := f.takes, f.ways
	f.mu.Unlock()
	there, back := time.Duration(0), takes
	if ways != nil {
		there, back = ways()
		back += takes
	}
	pass := func(d time.Duration) error {
		select {
		case <-time.After(d):
			return nil
		case <-request.Context().Done():
			return request.Context().Err()
		}
	}
	if there > 0 {
		sent := time.Now()
		if err := pass(there); err != nil {
			if f.keeps { // it has left; only its answer isn't waited for
				time.AfterFunc(there-time.Since(sent), func() { f.serve(request) })
			}
			return nil, err
		}
	}
	status, body := f.serve(request)
	if err := pass(back); err != nil {
		return nil, err
	}
	if status == reset {
		return nil, errors.New("connection reset by peer")
	}
	header := http.Header{}
	if f.ahead != 0 {
		header.Set("Date", time.Now().Add(f.ahead).UTC().Format(http.TimeFormat))
	}
	if f.after != "" {
		header.Set("Retry-After", f.after)
	}
	return &http.Response{StatusCode: status, Header: header, Request: request, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func (f *fake) serve(request *http.Request) (int, string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls[request.Method+" "+request.URL.Path]++
	now := time.Now()
	token := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	f.arrivals = append(f.arrivals, arrival{now, token, request.URL.Path})
	for len(f.times) > 0 && now.Sub(f.times[0]) >= time.Second {
		f.times = f.times[1:]
	}
	if f.limit > 0 && len(f.times) >= f.limit {
		f.limited++
		return 429, ""
	}
	f.times = append(f.times, now)
	if f.answer != nil {
		if status, body := f.answer(request); status != 0 {
			return status, body
		}
	}
	id := strings.TrimPrefix(request.URL.Path, "/payins/")
	switch {
	case request.URL.Path == "/merchant-info":
		return 200, `{"channelInfo":{"name":"Blue Kiosk"}}`
	case id == "!availablePaymentOptions":
		return 200, `{"data":[{"paymentMethodCode":"PROMPTPAY","paymentOperators":[]}]}`
	case strings.HasSuffix(id, "/externalReference"):
		return 204, ""
	case request.Method == "POST":
		f.creates = append(f.creates, id)
		if f.status[id] != "" {
			return 409, `{"code":"ALREADY_ACCEPTED"}`
		}
		f.status[id] = "PENDING"
		return 200, payinBody(id, "")
	case f.status[id] == "":
		return 404, ""
	default:
		return 200, payinBody(id, f.status[id])
	}
}

func payinBody(id, status string) string {
	amount := map[string]any{"amount": 10, "currencyCode": "THB"}
	body := map[string]any{"paymentMethodResponse": map[string]any{"idPayin": id, "paymentMethodCode": "PROMPTPAY", "money": amount}}
	if status != "" {
		body["process"] = map[string]any{"status": status}
	}
	data, _ := json.Marshal(body)
	return string(data)
}

func (f *fake) set(id, status string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status[id] = status
}

// send sets how long requests and answers are under way from now on.
func (f *fake) send(ways func() (there, back time.Duration)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ways = ways
}

// standStill makes all requests of a while arrive when it ends, those that were given
// up, too.
func (f *fake) standStill(after, lasts time.Duration) {
	began := time.Now()
	f.keeps = true
	f.send(func() (there, back time.Duration) {
		there = time.Millisecond
		if since := time.Since(began); since > after && since < after+lasts {
			there = after + lasts - since
		}
		return there, time.Millisecond
	})
}

// slow sets how long answers take from now on.
func (f *fake) slow(takes time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.takes = takes
}

// allow sets the requests a second accepted from now on, and returns how many
// were rejected so far.
func (f *fake) allow(limit int) (limited int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.limit = limit
	return f.limited
}

// count is how many calls of "METHOD path" have arrived.
func (f *fake) count(call string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[call]
}

// came returns the requests so far whose token has the prefix.
func (f *fake) came(token string) []arrival {
	f.mu.Lock()
	defer f.mu.Unlock()
	var came []arrival
	for _, a := range f.arrivals {
		if strings.HasPrefix(a.token, token) {
			came = append(came, a)
		}
	}
	return came
}

// busiest is the most arrivals within any one span.
func busiest(came []arrival, span time.Duration) int {
	most, first := 0, 0
	for i, a := range came {
		for a.at.Sub(came[first].at) >= span {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// refuse makes it refuse every token with the prefix "junk".
func (f *fake) refuse() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = func(r *http.Request) (int, string) {
		if strings.HasPrefix(r.Header.Get("Authorization"), "Bearer junk") {
			return 401, ""
		}
		return 0, ""
	}
}

// fail makes it answer everything with the status; 0 ends that.
func (f *fake) fail(status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = func(*http.Request) (int, string) { return status, "" }
}

// setup makes a Client over a fake one, which has answered it before, and
// returns its log too.
func setup(t testing.TB, config Config) (*Client, *fake, *journal.Journal) {
	t.Helper()
	client, gateway, log := setupCold(t, config)
	client.takesVersion.Store(true)
	return client, gateway, log
}

// setupCold makes a Client that has heard nothing yet.
func setupCold(t testing.TB, config Config) (*Client, *fake, *journal.Journal) {
	t.Helper()
	gateway := &fake{status: map[string]string{}, calls: map[string]int{}}
	log := &journal.Journal{}
	logger := slog.New(slog.NewTextHandler(log, nil))
	api, err := apiclient.New(apiclient.Config{BaseURL: "https://gateway.example", Transport: gateway, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = logger
	client, err := New(api, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		if time.Now().Before(syncTestsEnd) {
			time.Sleep(10 * time.Minute) // calls under way end by themselves; testing/synctest waits for them
		}
	})
	return client, gateway, log
}

// syncTestsEnd lies between real time and all times of testing/synctest, whose
// clock starts in 2000.
var syncTestsEnd = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// from is the caller at the n-th of many addresses.
func from(c Caller, n int) Caller {
	c.Address = fmt.Sprintf("198.%d.%d.%d", 18+n>>16&1, n>>8&255, n&255)
	return c
}

// junk is a caller whose token is never accepted.
func junk(n int) Caller {
	caller := unverified(n)
	caller.Token = apiclient.NewToken(fmt.Sprint("junk-", n))
	return caller
}

// customer is a verified caller of merchant DEMO with a token of its own.
func customer(n int) Caller {
	return Caller{Token: apiclient.NewToken(fmt.Sprint("token-", n)), Merchant: "DEMO", Address: "203.0.113.7", Verified: true}
}

// unverified is a customer whose token isn't verified yet.
func unverified(n int) Caller {
	caller := customer(n)
	caller.Verified = false
	return caller
}

var (
	tenBaht      = money.MustParse("10", "THB")
	payinRequest = apiclient.PayinRequest{Money: tenBaht, Method: map[string]any{"paymentMethodCode": "PROMPTPAY"}}
	payinSent    = known.Sent{Method: "PROMPTPAY"}
)

// nothing is what somebody knows who has just come.
var nothing known.Payment

// now is the question of somebody who wants to know now, since of an answer that is no
// older.
func now() Ask { return since(Fresh) }

func since(age time.Duration) Ask { return Ask{NotBefore: time.Now().Add(-age)} }

func glancing(c Caller) Caller {
	c.Glances = true
	return c
}
