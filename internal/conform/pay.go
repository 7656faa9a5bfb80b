package conform

import (
	"context"
	"fmt"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

// ends are what a person brings about: what to do, and what the gateway's word for it
// stands for.
var ends = map[string]struct{ do, stands string }{
	"complete": {"pay it", "SUCCESS"},
	"refuse":   {"refuse or cancel it", "REFUSED"},
	"expire":   {"leave it until it has expired", "EXPIRED"},
}

// Ends reports whether a person can be asked for such an end.
func Ends(name string) bool { return ends[name].do != "" }

// ends waits for those that a person is to bring about: the first of this payment, each
// other one of a further payment by the same method.
func (r *run) ends(ctx context.Context, a *answer, option apiclient.Option) {
	pay := r.Pay
	r.Pay = nil // not again by the next method
	for i, end := range pay {
		if i > 0 {
			a = r.payment(ctx, a.row, option, a.request.Money)
		}
		if a == nil {
			return
		}
		a.watch(ctx, end)
	}
}

// watch waits until the payment has ended, or the person says that it has.
func (a *answer) watch(ctx context.Context, end string) {
	first, want := a.reading.Status, ends[end]
	a.Tell(fmt.Sprintf("%s, %s by %s: %s, at %s, and then press Enter", a.id, a.request.Money, a.row.Code, want.do,
		strings.Join(strings.Fields(a.payin.RedirectURL+" "+a.payin.DeepLink+" "+a.payin.QRCode+" "+a.payin.Account.Number), " or ")))
	for done := false; !done && !known.StatusOf(a.reading).Ended(); a.readBack(ctx) {
		select {
		case <-a.Done:
			done = true
		case <-ctx.Done():
			done = true
		case <-time.After(a.Poll):
		}
	}
	word := strings.ToUpper(a.reading.Status)
	status, stands := known.StatusOf(a.reading), known.StatusOf(apiclient.Payin{Status: want.stands})
	saw := fmt.Sprintf("%s: the word is %s", end, word)
	switch {
	case status == stands:
		a.note("status-words", kept(saw))
	case a.reading.Status == first:
		a.note("status-words", untried(saw+" still"))
	default:
		a.note("status-words", differs(true, saw, "the page says "+string(status)))
		if !status.Ended() && word != "" {
			a.file.word(word, want.stands)
		}
	}
	if status == known.Success {
		a.note("money-paid", graded(a.reading.Money == a.request.Money, minor).seen(fmt.Sprint(a.reading.Money), "pages say both amounts"))
	}
	if a.reading.FailureReason != "" {
		a.note("failure-reason", kept(a.reading.FailureReason))
	}
}
