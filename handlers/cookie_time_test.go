package handlers

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"
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
