package console

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// Words that ?wait= takes besides statuses.
const (
	waitAccepted  = "accepted"  // the payment exists
	waitEnded     = "ended"     // it has a final status
	waitDelivered = "delivered" // the callback of its last change was accepted
)

// waitable is what ?wait= takes, besides a word that the payment was given.
var waitable = append(append([]string{waitAccepted, waitEnded, waitDelivered}, process.Statuses...), process.Strange)

// waitFor waits until the payment is as each ?wait= says: a status, or one of
// several after commas, or another of the words.
func (c *Console) waitFor(r *http.Request, kind string) error {
	asked := r.URL.Query()["wait"]
	if len(asked) == 0 {
		return nil
	}
	now, err := c.state(r, kind)
	if err != nil {
		return err
	}
	for _, word := range strings.Split(strings.Join(asked, ","), ",") {
		if !slices.Contains(waitable, word) && !now.has(word) { // it would be waited for in vain
			return page.BadRequest("The parameter wait has " + strconv.Quote(word) + ", which this payment never was: it takes " +
				strings.Join(waitable, ", ") + ", and what else the payment was made.")
		}
	}
	met := func() (done bool, err error) {
		now, err = c.state(r, kind) // without the calls: this is read at every change
		return err == nil && now.fits(asked), err
	}
	return c.wait(r, met, func() (time.Time, error) { return now.nextAt(), nil }, func() (string, any) {
		wanted := strings.Join(asked, " and ")
		if !now.Accepted {
			return "The payment wasn't " + wanted + ": none of this id was accepted", now.view()
		}
		return fmt.Sprintf("The payment wasn't %s, but %s", wanted, now.Status), now.view()
	})
}

// fits reports whether the payment is as every one of the texts says.
func (p *paymentPage) fits(asked []string) bool {
	for _, text := range asked {
		if !slices.ContainsFunc(strings.Split(text, ","), p.is) {
			return false
		}
	}
	return true
}

func (p *paymentPage) is(word string) bool {
	switch word {
	case waitAccepted:
		return p.Accepted
	case waitEnded:
		return p.Accepted && process.Final(p.Status)
	case waitDelivered:
		last := len(p.Callbacks) - 1
		return last >= 0 && p.Callbacks[last].Status == p.Status && p.Callbacks[last].Delivered()
	}
	return p.Accepted && p.Status == word
}

// has reports whether it has this status at any time, also of those that nobody
// knows.
func (p *paymentPage) has(status string) bool {
	return slices.ContainsFunc(p.Transitions, func(t store.Transition) bool { return t.Status == status })
}

// nextAt is when the next status is planned, zero if none is.
func (p *paymentPage) nextAt() time.Time {
	for _, t := range p.Transitions {
		if t.At.After(p.Now) {
			return t.At
		}
	}
	return time.Time{}
}
