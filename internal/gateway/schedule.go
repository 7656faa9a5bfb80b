package gateway

import (
	"math/rand/v2"
	"time"
)

// Interval is how long to leave between a payment's reads, if the rate allows.
// age is the time since the customer last acted (paid, returned from the bank,
// said to have paid, set the reference); strange says that the last status is
// one that nobody documented.
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

// backOff is how long to leave a payment alone whose reads fail.
func backOff(failures int) time.Duration {
	return spread(min(2*time.Second<<min(failures, 10), time.Minute))
}

// spread keeps those that were due together from staying together.
func spread(d time.Duration) time.Duration {
	return d + rand.N(d/5+1) - d/10
}
