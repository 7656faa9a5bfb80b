package gateway

import (
	"math/rand/v2"
	"time"
)

// Interval is the time to leave between reads of a payment if the rate allows.
// age is the time since the customer last acted (paid, returned from the bank,
// said to have paid, set the reference); strange says that the last status is
// undocumented.
func Interval(age time.Duration, strange bool) time.Duration {
	switch {
	case strange && age < 10*time.Minute:
		return 10 * time.Second
	case age < 2*time.Minute:
		return 2 * time.Second
	case age < 10*time.Minute:
		return 5 * time.Second
	case age < time.Hour:
		return 20 * time.Second
	default:
		return 2 * time.Minute
	}
}

// backOff is how long to leave a payment alone after failed reads.
func backOff(failures int) time.Duration {
	return spread(min(2*time.Second<<min(failures, 10), time.Minute))
}

// spread varies a duration, so that payments due together don't stay together.
func spread(d time.Duration) time.Duration {
	return d + rand.N(d/5+1) - d/10 //nolint:gosec // jitter needs no secret
}
