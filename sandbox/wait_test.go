package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"payapp/internal/testing/await"
	"payapp/sandbox"
)

// seenPayin is a payin as the console tells programs of it.
type seenPayin struct {
	IDPayin, Status, MerchantCode, Amount, CurrencyCode string
	Accepted                                            bool
	UnknownDirectives                                   []string
	States                                              []struct {
		Status, Cause string
		Planned       bool
	}
	Callbacks []seenCallback
}

// seenCallback is a callback as the console tells programs of it.
type seenCallback struct {
	ID                                         int64
	TellsOf, State, URL, TellsID, Note, NextAt string
	Attempts                                   []struct {
		At, Error, Request, Answer string
		Status                     int
	}
}

func (f *fixture) payin(path string) (p seenPayin) {
	f.t.Helper()
	f.ask(200, "/console/payins/"+path, nil, &p)
	return p
}

// A program waits for a status, for a payment that isn't there yet, for a
// callback and for a call; nothing is polled.
func TestConsoleWaits(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	wait := func(path string) chan seenPayin {
		got := make(chan seenPayin, 1)
		go func() {
			defer close(got)
			got <- f.payin(path)
		}()
		return got
	}
	ended, delivered, accepted := wait("o-1?wait=SUCCESS,REFUSED&timeout=1m"), wait("o-1?wait=SUCCESS&wait=delivered"), wait("o-1?wait=accepted")
	calls := make(chan []seenCall, 1)
	go func() {
		defer close(calls)
		calls <- f.calls("order=o-1&operation=payin-create&status=200&wait=1")
	}()
	f.createFor(l, "o-1")
	if got := await.For(t, "the accepted payment", accepted); got.Status != "PENDING" || !got.Accepted {
		t.Errorf("accepted: got %+v", got)
	}
	if got := await.For(t, "the call", calls); len(got) != 1 || got[0].Status != 200 {
		t.Errorf("calls: got %+v", got)
	}
	f.setStatus("o-1", "SUCCESS")
	if got := await.For(t, "the status", ended); got.Status != "SUCCESS" {
		t.Errorf("ended: got %+v", got)
	}
	f.deliver()
	if got := await.For(t, "the delivery", delivered); len(got.Callbacks) != 1 || got.Callbacks[0].State != "delivered" {
		t.Errorf("delivered: got %+v", got)
	}
	f.setStatus("o-1", "REFUSED") // whose callback isn't sent yet
	f.ask(504, "/console/payins/o-1?wait=delivered&timeout=5ms", nil, nil)
}

// What is planned is waited for, too.
func TestConsoleWaitsForWhatIsPlanned(t *testing.T) {
	f := setup(t, onTheWallClock)
	f.create(f.token("o-1~success@20ms"), "o-1~success@20ms", "PROMPTPAY", "THB", "10")
	if got := f.payin("o-1~success@20ms?wait=ended"); got.Status != "SUCCESS" {
		t.Errorf("got %+v", got)
	}
}

// A wait is over in time, and says what there is instead.
func TestConsoleWaitsNoLongerThanAsked(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	var told struct {
		problem
		State seenPayin
	}
	f.ask(504, "/console/payins/o-1?wait=SUCCESS&timeout=5ms", nil, &told)
	if told.Code != "GATEWAY_TIMEOUT" || !strings.Contains(told.Message, "wasn't SUCCESS, but PENDING within 5ms") || told.State.Status != "PENDING" {
		t.Errorf("got %+v", told)
	}
	f.ask(504, "/console/payins/nobody?wait=accepted&timeout=5ms", nil, nil)
	f.ask(504, "/console/calls?wait=1&order=nobody&timeout=5ms", nil, nil)
}

// A sandbox that stops keeps nobody waiting, and isn't kept by them.
func TestWaitsEndWithTheServer(t *testing.T) {
	s, err := sandbox.New(t.Context(), sandbox.Config{Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	entered := make(chan struct{}, 2)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		entered <- struct{}{}
		s.Handler().ServeHTTP(w, r)
	}))
	defer server.Close()
	first, err := server.Client().Get(server.URL + "/console/calls?wait=1&timeout=1ms") // from here on the server is known
	if err != nil {
		t.Fatal(err)
	}
	first.Body.Close()
	await.For(t, "the question", entered)
	status := make(chan int, 1)
	go func() {
		defer close(status)
		response, err := server.Client().Get(server.URL + "/console/calls?wait=1&timeout=1m")
		if err == nil {
			status <- response.StatusCode
			response.Body.Close()
		}
	}()
	await.For(t, "the question", entered)
	if err := server.Config.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := await.For(t, "the answer of a server that stops", status); got != http.StatusServiceUnavailable {
		t.Errorf("got %d", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
