package handlers

import (
	"testing"
	"time"
)

// A session lasts an hour longer than its token, so that a page can say that it has
// expired, and seven days at most; a day if nothing says when the token ends.
func TestSessionsLastAsLongAsTheirTokens(t *testing.T) {
	s := inside(t)
	for _, c := range []struct {
		name    string
		expires time.Time
		want    time.Duration
	}{
		{"half an hour", noon.Add(30 * time.Minute), 90 * time.Minute},
		{"six days", noon.Add(6 * 24 * time.Hour), 6*24*time.Hour + time.Hour},
		{"a month", noon.Add(30 * 24 * time.Hour), 7 * 24 * time.Hour},
		{"over already", noon.Add(-time.Minute), time.Hour},
		{"nobody says", time.Time{}, 24 * time.Hour},
	} {
		if got := s.sessionAge(c.expires); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
