package leaks

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A goroutine that ends later than goleak waits, as on a busy machine, isn't a
// leak; one that is there after a minute is.
func TestWhatEndsLateIsNoLeak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leak := errors.New("it runs")
		for ends, want := range map[time.Duration]error{0: nil, 10 * time.Second: nil, time.Hour: leak} {
			end := time.Now().Add(ends)
			got := within(time.Minute, func() error {
				time.Sleep(time.Second) // as long as goleak waits
				if time.Now().Before(end) {
					return leak
				}
				return nil
			})
			if !errors.Is(got, want) {
				t.Errorf("what ends after %v: got %v, want %v", ends, got, want)
			}
		}
	})
}
