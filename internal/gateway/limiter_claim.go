package gateway

import "time"

// poll makes the loop look for payments to poll.
func (l *limiter) poll() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.polling, l.nextClaim = true, time.Time{}
	l.start()
}

// claim takes the most overdue payment from the queue, once the payment claimed
// before has got its slot.
func (l *limiter) claim() {
	l.mu.Lock()
	if !l.polling || l.held != nil || time.Now().Before(l.nextClaim) {
		l.mu.Unlock()
		return
	}
	l.nextClaim = time.Now().Add(time.Minute) // unless poll is called meanwhile
	l.mu.Unlock()
	if wait := l.shared.Ready(); wait > 0 {
		l.claimAfter(wait)
		return
	}
	e, ok, wait, err := l.shared.Queue.Claim(l.shared.life, l.merchant)
	switch {
	case err != nil:
		l.claimAfter(time.Second)
	case ok:
		l.mu.Lock()
		l.held, l.nextClaim = &e, time.Time{}
		l.mu.Unlock()
	case wait > 0:
		l.claimAfter(wait)
	default:
		l.mu.Lock()
		// If poll was called meanwhile, there is something to claim.
		l.polling = l.nextClaim.IsZero()
		l.mu.Unlock()
	}
}

func (l *limiter) claimAfter(wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.nextClaim.IsZero() {
		l.nextClaim = time.Now().Add(wait)
	}
}
