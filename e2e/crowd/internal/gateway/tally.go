package gateway

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Tally is what the gateway saw.
type Tally struct {
	mu      sync.Mutex
	calls   []*call
	created map[string]int // accepted creations by payment
}

// call is one request to the gateway.
type call struct {
	at        time.Time // when its head had arrived
	merchant  string    // that the token claims
	operation string
	payment   string // "" if it isn't about a payment
	status    int    // 0 while there is no answer
}

func newTally() *Tally { return &Tally{created: map[string]int{}} }

func (t *Tally) arrived(call *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = append(t.calls, call)
}

func (t *Tally) answered(call *call, status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	call.status = status
	if call.operation == createOperation && status/100 == 2 {
		t.created[call.payment]++
	}
}

// forget drops the calls so far, but keeps the creations.
func (t *Tally) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = nil
}

// Count is how many calls arrived.
func (t *Tally) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.calls)
}

// WithStatus counts the calls with that answer.
func (t *Tally) WithStatus(status int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, call := range t.calls {
		if call.status == status {
			n++
		}
	}
	return n
}

// Created reports whether a creation of the payment was accepted.
func (t *Tally) Created(payment string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.created[payment] > 0
}

// CreatedTwice counts the payments that were created more than once.
func (t *Tally) CreatedTwice() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, times := range t.created {
		if times > 1 {
			n++
		}
	}
	return n
}

// ReadAfter is when a payment was first read after a time; zero if it wasn't.
func (t *Tally) ReadAfter(payment string, since time.Time) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, call := range t.calls {
		if call.operation == readOperation && call.payment == payment && call.at.After(since) {
			return call.at
		}
	}
	return time.Time{}
}

// OthersSince is how many calls a second that aren't reads arrived since a time.
func (t *Tally) OthersSince(since time.Time) float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := 0
	for _, call := range t.calls {
		if call.operation != readOperation && call.at.After(since) {
			n++
		}
	}
	return float64(n) / time.Since(since).Seconds()
}

// Busiest is the greatest number of calls of one merchant within any second.
func (t *Tally) Busiest() int {
	most := 0
	for _, stamps := range t.byMerchant() {
		most = max(most, mostInSecond(stamps))
	}
	return most
}

// Rush is the greatest number of a merchant's calls in any one second of a span
// of time, and for how long there were more than a limit: from the first call
// that was one too many to the last one.
func (t *Tally) Rush(merchant string, from, to time.Time, limit int) (most int, beyond time.Duration) {
	stamps := slices.DeleteFunc(t.byMerchant()[merchant], func(at time.Time) bool { return at.Before(from) || !at.Before(to) })
	most = mostInSecond(stamps)
	var first, last time.Time
	for i := limit; i < len(stamps); i++ { // sorted by now
		if stamps[i].Sub(stamps[i-limit]) < time.Second {
			last = stamps[i]
			if first.IsZero() {
				first = last
			}
		}
	}
	return most, last.Sub(first)
}

// Merchants counts the calls of each merchant since a time.
func (t *Tally) Merchants(since time.Time) map[string]int {
	counts := map[string]int{}
	for merchant, stamps := range t.byMerchant() {
		for _, at := range stamps {
			if !at.Before(since) {
				counts[merchant]++
			}
		}
	}
	return counts
}

func (t *Tally) byMerchant() map[string][]time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	stamps := map[string][]time.Time{}
	for _, call := range t.calls {
		stamps[call.merchant] = append(stamps[call.merchant], call.at)
	}
	return stamps
}

// mostInSecond is the greatest number of stamps in any half-open second. It sorts them.
func mostInSecond(stamps []time.Time) int {
	slices.SortFunc(stamps, time.Time.Compare)
	most, from := 0, 0
	for to := range stamps {
		for stamps[to].Sub(stamps[from]) >= time.Second {
			from++
		}
		most = max(most, to-from+1)
	}
	return most
}

// ByOperation counts the calls of each operation.
func (t *Tally) ByOperation() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	counts := map[string]int{}
	for _, call := range t.calls {
		counts[call.operation]++
	}
	return counts
}

// Pace is how many calls came in each span since a time, and how many of them
// weren't reads, and so were for newcomers.
func (t *Tally) Pace(since time.Time, span time.Duration) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all, others []int
	for _, call := range t.calls {
		i := int(call.at.Sub(since) / span)
		if call.at.Before(since) {
			continue
		}
		for len(all) <= i {
			all, others = append(all, 0), append(others, 0)
		}
		if all[i]++; call.operation != readOperation {
			others[i]++
		}
	}
	var text strings.Builder
	for i := range all {
		fmt.Fprintf(&text, "%d-%d ", all[i], others[i])
	}
	return strings.TrimSpace(text.String())
}

const (
	createOperation = "create"
	readOperation   = "read"
)

// operationOf is a call's operation, as the interface's table names it, and its
// payment.
func operationOf(method, path string) (operation, payment string) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	switch {
	case len(parts) == 2 && parts[0] == "payins" && parts[1] == "!availablePaymentOptions":
		return "options", ""
	case len(parts) == 2 && parts[0] == "payins" && method == "POST":
		return createOperation, parts[1]
	case len(parts) == 2 && parts[0] == "payins":
		return readOperation, parts[1]
	case len(parts) == 3 && parts[0] == "payins":
		return "reference", parts[1]
	}
	return parts[0], ""
}
