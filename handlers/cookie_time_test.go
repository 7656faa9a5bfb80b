package handlers

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"payapp/internal/known"
	"payapp/scenarios"
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
}
