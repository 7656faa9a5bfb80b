package sandbox_test

import (
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// Payments, plans, tokens, the key and moves of the clock survive a restart.
func TestStateSurvivesARestart(t *testing.T) {
	db := filepath.Join(t.TempDir(), "deep", "sandbox?.db")
	first := setup(t, func(c *sandbox.Config) { c.DB = db })
	token := first.token("o~success@1h")
	first.create(token, "o~success@1h", "PROMPTPAY", "THB", "10")
	if err := first.MoveClock(t.Context(), 10*time.Minute); err != nil {
		t.Fatal(err)
	}
	later := first.token("o~success@1h")

	second := setup(t, func(c *sandbox.Config) { c.DB = db })
	second.clock.advance(20*time.Minute - time.Second)
	if got := second.status(token, "o~success@1h"); got != "EXPIRED" {
		t.Errorf("half an hour later: got %v, want EXPIRED", got)
	}
	second.clock.advance(time.Second)
	second.want(401, token, "GET", "/payins/o~success@1h", "")
	second.status(later, "o~success@1h")
	second.clock.advance(30 * time.Minute)
	if got := second.status(second.token("o~success@1h"), "o~success@1h"); got != "SUCCESS" {
		t.Errorf("an hour later: got %v, want SUCCESS", got)
	}
	if _, page := second.get("/console/panel?moved=10m0s"); !strings.Contains(page, "10m0s have passed for what was there") {
		t.Error("the panel doesn't say what it did")
	}
}

// Simultaneous requests create one payment.
func TestCreationsAtTheSameTime(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	body := f.payinBody("PROMPTPAY", "THB", "10")
	statuses := make(chan int)
	for range 16 {
		go func() {
			request := httptest.NewRequestWithContext(t.Context(), "POST", "/payins/o-1", strings.NewReader(body))
			request.Header.Set("Authorization", "Bearer "+token)
			request.Header.Set("X-API-Version", "2")
			request.Header.Set("Content-Type", "application/json")
			response := httptest.NewRecorder()
			f.Handler().ServeHTTP(response, request)
			statuses <- response.Code
		}()
	}
	count := map[int]int{}
	for range 16 {
		count[<-statuses]++
	}
	if count[200] != 1 || count[409] != 15 {
		t.Errorf("got %v, want one 200 and fifteen 409", count)
	}
}

// So do merchants, rules, limits and what steers a payment; and one merchant's
// time.
func TestWhatPeopleMadeSurvivesARestart(t *testing.T) {
	db := filepath.Join(t.TempDir(), "sandbox.db")
	first := setup(t, func(c *sandbox.Config) { c.DB = db })
	first.ask(200, "/console/merchants", map[string]any{"merchantCode": "MINE", "name": "Mine"}, nil)
	first.ask(200, "/console/steering", map[string]any{"steering": "~refused", "times": "2"}, nil)
	first.ask(200, "/console/rates", map[string]any{"merchantCode": "MINE", "perSecond": "7"}, nil)
	first.create(first.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	old := first.token("o-1")
	first.ask(200, "/console/clock", map[string]any{"merchantCode": "DEMO", "by": "20m"}, nil)

	second := setup(t, func(c *sandbox.Config) { c.DB = db })
	second.clock.advance(10 * time.Minute)
	second.want(401, old, "GET", "/payins/o-1", "")
	second.want(200, second.general("MINE"), "GET", "/merchant-info", "")
	if got := second.status(second.token("o-1"), "o-1"); got != "REFUSED" {
		t.Errorf("got %v", got)
	}
	var panel struct{ Rates []struct{ PerSecond int } }
	var steering struct{ Rules []struct{ Taken, Times int } }
	second.ask(200, "/console/panel", nil, &panel)
	second.ask(200, "/console/steering", nil, &steering)
	if len(panel.Rates) != 1 || panel.Rates[0].PerSecond != 7 || len(steering.Rules) != 1 || steering.Rules[0].Taken != 1 {
		t.Errorf("got %+v and %+v", panel, steering)
	}
}
