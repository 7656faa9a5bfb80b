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
	if _, page := second.get("/console/panel?moved=10m0s"); !strings.Contains(page, "Everything is 10m0s older now") {
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
