package scenarios

import (
	"time"

	"payapp/internal/known"
	"payapp/methods"
)

// Long is more time to pay than anybody spends before a page.
const Long = 2 * time.Hour

// PaidLater is how to pay by something that its customer takes along, an account, a
// code or a slip, while there is a long time for it and nothing to come back for. now is
// the gateway's time. What a page says of that, and the reminder, follow this alone.
func (d Due) PaidLater(now time.Time) (how FollowInstructions, ok bool) {
	how, ok = d.How()
	return how, ok && !d.Over && how.Status == known.Pending && how.Payin.ExpireAt.Sub(now) > Long &&
		how.carried() && !how.AsksReference && !how.NetworkUnknown()
}

// How is how to pay, on whatever page says it.
func (d Due) How() (how FollowInstructions, ok bool) {
	if status, is := d.Step.(ShowStatus); is && status.How != nil {
		return *status.How, true
	}
	how, ok = d.Step.(FollowInstructions)
	return how, ok
}

// carried reports whether one can pay by what the page shows where the page isn't.
func (s FollowInstructions) carried() bool {
	switch s.Method.Presentation {
	case methods.Redirect, methods.Approve, methods.Phone:
		return false
	}
	return true
}
