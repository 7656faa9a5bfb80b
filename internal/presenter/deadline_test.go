package presenter

import (
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
