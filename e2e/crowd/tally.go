package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// tally is what the gateway saw.
type tally struct {
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

func newTally() *tally { return &tally{created: map[string]int{}} }

func (t *tally) arrived(call *call) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = append(t.calls, call)
}

func (t *tally) answered(call *call, status int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	call.status = status
	if call.operation == createOperation && status/100 == 2 {
		t.created[call.payment]++
	}
}

// forget drops the calls so far, but keeps the creations.
func (t *tally) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls = nil
}

// count is how many calls arrived.
func (t *tally) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.calls)
}

// withStatus counts the calls with that answer.
func (t *tally) withStatus(status int) int {
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

// hasCreated reports whether a creation of the payment was accepted.
func (t *tally) hasCreated(payment string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.created[payment] > 0
}

// createdTwice counts the payments that were created more than once.
func (t *tally) createdTwice() int {
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

// othersSince is how many calls a second that aren't reads arrived since a time.
func (t *tally) othersSince(since time.Time) float64 {
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

// busiest is the greatest number of calls of one merchant within any second.
func (t *tally) busiest() int {
	most := 0
	for _, stamps := range t.byMerchant() {
		most = max(most, mostInSecond(stamps))
	}
	return most
}

func (t *tally) byMerchant() map[string][]time.Time {
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

// byOperation counts the calls of each operation.
func (t *tally) byOperation() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	counts := map[string]int{}
	for _, call := range t.calls {
		counts[call.operation]++
	}
	return counts
}

// pace is how many calls came in each span since a time, and how many of them
// weren't reads, and so were for newcomers.
func (t *tally) pace(since time.Time, span time.Duration) string {
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
