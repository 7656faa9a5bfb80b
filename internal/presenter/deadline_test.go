package presenter

import (
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/scenarios"
)

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
		"before it began": {created: now, left: -time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			p := &draft{l: english(t), zone: time.UTC, Input: Input{Facts: scenarios.Facts{Now: now, Progress: scenarios.Progress{PaidAt: row.paid}}}}
			d := p.deadline(apiclient.Payin{CreatedAt: row.created, ExpireAt: now.Add(row.left)})
			if d == nil || d.WholeMS != row.want.Milliseconds() || d.LeftMS != row.left.Milliseconds() {
				t.Errorf("got %+v; want a bar of %v", d, row.want)
			}
		})
	}
}
