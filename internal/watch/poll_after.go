package watch

import "time"

// PollAfter is how long to wait before a payment's next read. age is the time
// since the customer last acted (paid, returned from the bank, set the
// reference); known is whether the status in progress is one that somebody
// documented.
func PollAfter(age time.Duration, known bool) time.Duration {
	switch {
	case !known && age < 10*time.Minute:
		return 10 * time.Second
	case age < 2*time.Minute:
		return 2 * time.Second
	case age < 10*time.Minute:
		return 10 * time.Second
	case age < time.Hour:
		return 30 * time.Second
	default:
		return 2 * time.Minute
	}
}
