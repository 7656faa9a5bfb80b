package once

import (
	"testing"
	"time"
)

func TestAlarmsTellAgainTheNextDay(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	alarms := NewAlarms(func() time.Time { return now })
	for _, row := range []struct {
		later time.Duration
		key   string
		want  bool
	}{
		{0, "order-1", true},
		{time.Hour, "order-1", false},
		{0, "order-2", true},
		{23 * time.Hour, "order-1", true},
		{0, "order-2", false},
	} {
		now = now.Add(row.later)
		if got := alarms.First(row.key); got != row.want {
			t.Errorf("at %s of %s: %v, want %v", now, row.key, got, row.want)
		}
	}
}
