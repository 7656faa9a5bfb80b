package handlers

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// A time that no replica's clock can show yet says nothing.
func TestHeardIsNoTimeToCome(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	s := &server{Config: Config{Now: func() time.Time { return now }}}
	for ahead, want := range map[time.Duration]bool{-time.Hour: true, 30 * time.Second: true, time.Hour: false} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.AddCookie(&http.Cookie{Name: announcedCookie, Value: strconv.FormatInt(now.Add(ahead).UnixMilli(), 36)})
		if got := !s.announcedTo(r).IsZero(); got != want {
			t.Errorf("%v ahead: got %v, want %v", ahead, got, want)
		}
	}
}

// A deadline passes by the gateway's clock, which may be behind ours: a stream looks then,
// and no earlier.
func TestAStreamLooksWhenTheGatewaysTimeIsOver(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	f := scenarios.Facts{Now: now, Behind: 2 * time.Minute}
	f.Known.Payin.ExpireAt = now.Add(10 * time.Minute)
	w := &follower{server: &server{Config: Config{Now: func() time.Time { return now }}}}
	if got, want := w.again(f), 12*time.Minute+known.Tolerance+time.Second; got != want {
		t.Errorf("it looks in %v, want %v", got, want)
	}
	f.Progress.PhoneUntil = now.Add(9 * time.Minute) // a phone's code ends by ours
	if got := w.again(f); got != 9*time.Minute {
		t.Errorf("it looks in %v, want 9 minutes", got)
	}
}

// What a replica whose clock is ahead has put into the cookie is no fresher than now.
func TestTheCookieIsNotOfTheFuture(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	sealer, err := session.New(session.Config{Keys: [][]byte{bytes.Repeat([]byte{1}, 32)}, Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	cookies, err := sealer.SealWithin(4000, knownCookie, "/pay/ref", content.OfTold(known.Missed(now.Add(time.Hour)), entry.Order{}.Terms()), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/pay/ref", nil)
	for _, cookie := range cookies {
		r.AddCookie(cookie)
	}
	s, v := &server{Config: Config{Now: clock, Sealer: sealer}}, &visit{path: "/pay/ref"}
	s.openKnown(echo.New().NewContext(r, httptest.NewRecorder()), v)
	if got := v.payment.AskedAt(); !got.Equal(now) {
		t.Errorf("it was asked at %v, by a clock that says %v", got, now)
	}
}
