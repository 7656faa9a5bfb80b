package presenter

import (
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

var thb99 = money.MustParse("99", "THB")

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
			d := p.deadline(apiclient.Payin{ExpireAt: row.now.Add(45 * time.Minute).In(zone)}, time.Time{})
			if d == nil || d.Text != row.text || !strings.HasPrefix(d.Left, "45") || d.LeftMS != (45*time.Minute).Milliseconds() {
				t.Errorf("at %v, to a reader in %s: %+v, want %q", row.now, reader, d, row.text)
			}
		}
	}
}

// Ours: the bar at the code shows the payment's whole time, from its creation
// or, if the gateway hasn't told that yet, from the press of Pay. Deadlines
// days away have no bar: it would seem to stand still.
func TestDeadlineBar(t *testing.T) {
	now := time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)
	for name, row := range map[string]struct {
		created, paid time.Time
		left          time.Duration
		want          time.Duration
	}{
		"told":            {created: now.Add(-5 * time.Minute), paid: now.Add(-time.Hour), left: 10 * time.Minute, want: 15 * time.Minute},
		"just created":    {paid: now.Add(-time.Minute), left: 14 * time.Minute, want: 15 * time.Minute},
		"nobody knows":    {left: 14 * time.Minute},
		"days":            {created: now, left: 25 * time.Hour},
		"a day":           {created: now, left: 24 * time.Hour, want: 24 * time.Hour},
		"before it began": {created: now, left: -time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			payin := apiclient.Payin{IDPayin: "1", MethodCode: "PROMPTPAY", QRCode: "000201", Money: thb99, CreatedAt: row.created, ExpireAt: now.Add(row.left)}
			f := scenarios.Facts{
				Order: entry.Order{IDPayin: "1", Money: thb99}, Known: known.Answered(payin, now), Progress: scenarios.Progress{PaidAt: row.paid},
				Catalogue: methods.Default(), Now: now,
			}
			p := &draft{l: english(t), zone: time.UTC, Input: Input{Now: now}}
			d := p.deadline(payin, scenarios.Next(f).(scenarios.FollowInstructions).Began)
			if d == nil || d.WholeMS != row.want.Milliseconds() || d.LeftMS != row.left.Milliseconds() {
				t.Errorf("got %+v; want a bar of %v", d, row.want)
			}
		})
	}
}
