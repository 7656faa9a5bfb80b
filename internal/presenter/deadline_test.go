package presenter

import (
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
)

// Ours: what is left is counted in time that passes, also where clocks go back or
// forward before the deadline, and wherever the reader is.
func TestDeadlineOverDaylightSaving(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		now  time.Time
		text string
	}{
		{time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC), "Pay before 02:15 on 25\u00a0October (CET)"},   // 02:30 summer time: the hour comes again
		{time.Date(2026, 3, 29, 0, 30, 0, 0, time.UTC), "Pay before 03:15 on 29\u00a0March (CEST)"},     // 01:30: an hour is left out
		{time.Date(2026, 11, 21, 22, 30, 0, 0, time.UTC), "Pay before 00:15 on 22\u00a0November (CET)"}, // over midnight
	} {
		for _, reader := range []string{"UTC", "Asia/Bangkok", "Pacific/Kiritimati", "America/Adak"} {
			zone, err := time.LoadLocation(reader)
			if err != nil {
				t.Fatal(err)
			}
			p := &draft{l: english(t), zone: berlin, Input: Input{Now: row.now.In(zone)}}
			d := p.deadline(apiclient.Payin{ExpireAt: row.now.Add(45 * time.Minute).In(zone)})
			if d == nil || d.Text != row.text || !strings.HasPrefix(d.Left, "45") || d.LeftMS != (45*time.Minute).Milliseconds() {
				t.Errorf("at %v, to a reader in %s: %+v, want %q", row.now, reader, d, row.text)
			}
		}
	}
}

// What is left is said in whole units: hours beyond two, from two days on days and hours.
func TestWhatIsLeft(t *testing.T) {
	for left, want := range map[time.Duration]string{
		2 * time.Minute:            "2\u00a0min left",
		2 * time.Hour:              "120\u00a0min left",
		2*time.Hour + time.Second:  "2\u00a0h left",
		24*time.Hour - time.Second: "24\u00a0h left", // as the page says that loads in the first second
		47*time.Hour + time.Minute: "47\u00a0h left",
		48*time.Hour - time.Second: "2\u00a0days 0\u00a0h left",
		72*time.Hour - time.Second: "3\u00a0days 0\u00a0h left",
		71*time.Hour + time.Minute: "2\u00a0days 23\u00a0h left",
		9*24*time.Hour + time.Hour: "9\u00a0days 1\u00a0h left",
	} {
		p := &draft{l: english(t), zone: time.UTC, Input: Input{Now: noon}}
		d := p.deadline(apiclient.Payin{ExpireAt: noon.Add(left)})
		if d.Left != want {
			t.Errorf("%v: got %q, want %q", left, d.Left, want)
		}
	}
}
