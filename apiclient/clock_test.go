package apiclient

import (
	"net/http"
	"testing"
	"time"
)

func TestFault35_AheadByTheDateOfAnswers(t *testing.T) {
	ours := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	c := Client{clock: clock{now: func() time.Time { return ours }}}
	for _, step := range []struct {
		date string
		want time.Duration
	}{
		{ours.Add(5 * time.Minute).Format(http.TimeFormat), 5 * time.Minute},
		{"", 5 * time.Minute}, // says nothing new
		{"nonsense", 5 * time.Minute},
		{ours.Add(-5 * time.Minute).Format(http.TimeFormat), -5 * time.Minute},
		{ours.Add(-2 * time.Second).Format(http.TimeFormat), 0},
		{ours.Add(5 * time.Minute).Format(http.TimeFormat), 5 * time.Minute},
		{ours.AddDate(1, 0, 0).Format(http.TimeFormat), 0}, // one of them is broken
	} {
		c.clock.read(http.Header{"Date": {step.date}})
		if got := c.Ahead(); got != step.want {
			t.Errorf("after %q: %v, want %v", step.date, got, step.want)
		}
	}
}
