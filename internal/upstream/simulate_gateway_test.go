package upstream_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

// rateLimit is the requests of one merchant in any second that the simulated
// gateway answers; further ones get 429.
const rateLimit = 10

// simulated is a gateway in virtual time. A request takes some milliseconds
// each way; the limit counts it when it arrives. A token's text begins with the
// merchant that it claims, "m7 …"; one with the word junk is refused.
type simulated struct {
	mu     sync.Mutex
	random *rand.Rand
	paidAt map[string]time.Time // of created payments; zero = not paid yet
	// arrived are each merchant's requests of the last second.
	arrived map[string][]time.Time
	down    bool      // answers nobody
	held    time.Time // until then no request arrives

	counting bool // within the measured time
	counts   counts
}

// counts are what the gateway saw.
type counts struct {
	calls   int // while counting
	polls   int // of these, reads of payments that exist
	limited int // answers with 429, ever
	most    int // requests of one merchant in any second, ever
}

func newSimulated() *simulated {
	return &simulated{
		random: rand.New(rand.NewPCG(1, 2)), paidAt: map[string]time.Time{}, arrived: map[string][]time.Time{},
	}
}

// way is how long a request or an answer is under way: 2.5 to 40 ms.
func (s *simulated) way() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 2500*time.Microsecond + time.Duration(s.random.Int64N(int64(37500*time.Microsecond)))
}

var errNobodyThere = errors.New("connection refused")

// RoundTrip is for http.Client.
func (s *simulated) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body != nil {
		_ = request.Body.Close()
	}
	time.Sleep(s.way())
	time.Sleep(s.stalled())
	status, body := s.serve(request)
	time.Sleep(s.way())
	if status == 0 {
		return nil, errNobodyThere
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Request: request, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func (s *simulated) serve(request *http.Request) (status int, body string) {
	token := strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer ")
	merchant, _, _ := strings.Cut(token, "-")
	id := strings.TrimPrefix(request.URL.Path, "/payins/")
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	within := s.within(merchant, now)
	paidAt, exists := s.paidAt[id]
	if s.counting {
		s.counts.calls++
		if exists && request.Method == http.MethodGet {
			s.counts.polls++
		}
	}
	switch {
	case s.down:
		return 0, ""
	case within > rateLimit:
		s.counts.limited++
		return http.StatusTooManyRequests, ""
	case strings.Contains(token, "junk"):
		return http.StatusUnauthorized, ""
	case id == "!availablePaymentOptions":
		return http.StatusOK, `{"data":[{"paymentMethodCode":"PROMPTPAY","paymentOperators":[]}]}`
	case request.URL.Path == "/merchant-info":
		return http.StatusOK, `{"channelInfo":{"name":"Blue Kiosk"}}`
	case request.Method == http.MethodPost:
		s.paidAt[id] = time.Time{}
		return http.StatusOK, fmt.Sprintf(paymentBody, id, "")
	case !exists:
		return http.StatusNotFound, ""
	case paidAt.IsZero():
		return http.StatusOK, fmt.Sprintf(paymentBody, id, `,"process":{"status":"PENDING"}`)
	default:
		return http.StatusOK, fmt.Sprintf(paymentBody, id, `,"process":{"status":"SUCCESS"}`)
	}
}

const paymentBody = `{"paymentMethodResponse":{"idPayin":%q,"paymentMethodCode":"PROMPTPAY","money":{"amount":10,"currencyCode":"THB"}}%s}`

// within books a request and returns how many the merchant sent in the last
// second.
func (s *simulated) within(merchant string, now time.Time) int {
	times := s.arrived[merchant]
	for len(times) > 0 && now.Sub(times[0]) >= time.Second {
		times = times[1:]
	}
	times = append(times, now)
	s.arrived[merchant] = times
	s.counts.most = max(s.counts.most, len(times))
	return len(times)
}

// create makes a payment that no page created.
func (s *simulated) create(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paidAt[id] = time.Time{}
}

func (s *simulated) pay(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paidAt[id] = time.Now()
}

// forget removes a payment that nobody reads any more; otherwise the map would
// grow without bound in a long run.
func (s *simulated) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.paidAt, id)
}

func (s *simulated) breakDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// hold lets requests arrive only after a while, all together.
func (s *simulated) hold(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held = time.Now().Add(d)
}

func (s *simulated) stalled() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(0, time.Until(s.held))
}

func (s *simulated) count(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counting = on
}

func (s *simulated) counted() counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}
