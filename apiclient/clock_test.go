package apiclient

import (
	"net/http"
	"testing"
	"time"
)

func TestFault35_AheadByTheDateOfAnswers(t *testing.T) {
	ours := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	c := Client{now: func() time.Time { return ours }}
	for _, step := range []struct {
		date string
		want time.Duration
	}{
		{ours.Add(5 * time.Minute).Format(http.TimeFormat), 5 * time.Minute},
		{"", 5 * time.Minute}, // no Date: nothing changes
		{"nonsense", 5 * time.Minute},
		{ours.Add(-5 * time.Minute).Format(http.TimeFormat), -5 * time.Minute},
		{ours.Add(-2 * time.Second).Format(http.TimeFormat), -2 * time.Second}, // as it is: operators see it, nothing is decided by it
		{ours.Add(5 * time.Minute).Format(http.TimeFormat), 5 * time.Minute},
		{ours.AddDate(1, 0, 0).Format(http.TimeFormat), 365 * 24 * time.Hour}, // one of the clocks is broken
		{ours.Format(http.TimeFormat), 0},
	} {
		c.readClock(http.Header{"Date": {step.date}})
		if got := c.Ahead(); got != step.want {
			t.Errorf("after %q: %v, want %v", step.date, got, step.want)
		}
	}
}

// A proxy's 502 has a Date too; it isn't the gateway's.
func TestFault35_FailuresTellNoTime(t *testing.T) {
	late := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	for status, want := range map[int]bool{502: false, 404: true} {
		client, _, _ := setup(t, answer(status, "", "Date", late))
		client.timings.Attempts = 1
		_, _ = client.GetPayin(t.Context(), testToken, "order-1")
		if got := client.Ahead() > 0; got != want {
			t.Errorf("a %d moves the clock: %t", status, got)
		}
	}
}
