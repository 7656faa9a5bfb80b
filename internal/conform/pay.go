package conform

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
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

// watch waits until the payment has ended, or the person says that it has.
func (s *subject) watch(ctx context.Context, end string) {
	first, told, want := s.reading.Status, s.reading.Status, ends[end]
	s.Tell(fmt.Sprintf("%s, %s by %s: %s, at %s, and then press Enter", s.id, s.request.Money, s.row.Code, want.do,
		strings.Join(strings.Fields(s.payin.RedirectURL+" "+s.payin.DeepLink+" "+s.payin.QRCode+" "+s.payin.Account.Number), " or ")))
	for waits := true; waits && !known.StatusOf(s.reading).Ended(); s.readBack(ctx) {
		if s.reading.Status != told {
			told = s.reading.Status
			s.Tell(fmt.Sprintf("%s: the word is %s now, which payapp doesn't take for an end; press Enter if it is one", s.id, told))
		}
		waits = s.wait(ctx)
	}
	word := strings.ToUpper(s.reading.Status)
	status, stands := known.StatusOf(s.reading), known.StatusOf(apiclient.Payin{Status: want.stands})
	saw := fmt.Sprintf("%s: the word is %s", end, word)
	switch {
	case status == stands:
		s.note("status-words", fits, saw, "")
	case s.reading.Status == first:
		s.note("status-words", beside, saw+" still", "")
	default:
		s.note("status-words", grave, saw, "the page says "+string(status))
		if !status.Ended() && word != "" {
			s.file.StatusWords[word] = want.stands
		}
	}
	if status == known.Success {
		s.note("money-paid", graded(true, s.reading.Money == s.request.Money, minor), fmt.Sprint(s.reading.Money), "pages say both amounts")
		s.try(ctx, []probe{accounts})
	}
	if s.reading.FailureReason != "" {
		s.note("failure-reason", fits, s.reading.FailureReason, "")
	}
}

// wait waits until a payment is to be read again; false if the person is done, or has left.
func (r *run) wait(ctx context.Context) bool {
	select {
	case <-r.Done:
	case <-ctx.Done():
	case <-time.After(r.Poll): //nolint:forbidigo // a person pays meanwhile
		return true
	}
	return false
}

// rate sends eleven reads at once, by two tokens in turn, after a second without any: the
// one test of the rate, which "10 requests in a second" (interface.md, Limits) allows but for one.
func (r *run) rate(ctx context.Context) {
	r.note("longest-answer", fits, fmt.Sprintf("%d bytes", r.wire.longest), "")
	if r.wire.limited > 0 {
		r.note("rate-size", grave, fmt.Sprintf("%d requests got 429 at %v a second", r.wire.limited, r.Pace), "does somebody else use the rate?")
		return
	}
	tokens := []apiclient.Token{r.byAction(ctx, apiclient.ActionPayinCreate, r.id), r.byAction(ctx, apiclient.ActionPayinInfo, r.id)}
	crowd := r.asks
	crowd.Transport, crowd.Gate, crowd.Differs = nil, nil, nil
	client, err := apiclient.New(crowd)
	if err != nil {
		return
	}
	time.Sleep(time.Duration(4.4 / r.Pace * float64(time.Second))) //nolint:forbidigo // the gateway counts, not we
	ctx, cancel := context.WithTimeout(ctx, time.Second)           // no 429 is waited for
	defer cancel()
	began := time.Now()
	var all sync.WaitGroup
	failures := make([]apiclient.Error, 11)
	for i := range failures {
		all.Go(func() {
			_, err := client.GetPayin(ctx, tokens[i%2], r.id)
			if failures[i] = failure(err); err == nil {
				failures[i].HTTPStatus = http.StatusOK
			}
		})
	}
	all.Wait()
	took, n, refused := time.Since(began).Round(time.Millisecond), 0, apiclient.Error{}
	for _, f := range failures {
		switch {
		case f.HTTPStatus >= http.StatusTooManyRequests:
			refused = f
		case f.HTTPStatus > 0:
			n++
		}
	}
	switch saw := fmt.Sprintf("of eleven requests in %v %d were answered", took, n); {
	case ctx.Err() != nil:
		r.note("rate-size", beside, saw+", too slow to tell", "")
		return
	case refused.HTTPStatus > http.StatusTooManyRequests:
		r.note("rate-size", minor, fmt.Sprintf("%s, others with %d", saw, refused.HTTPStatus), "it is taken for a failure, and asked again soon")
	case n < 10:
		r.note("rate-size", grave, saw, fmt.Sprintf("PAYAPP_GATEWAY_RATE has to be %d", n))
	case n == 11:
		r.note("rate-size", minor, saw, "ten are sent; the limit may be higher, or each token's own")
	default:
		r.note("rate-size", fits, saw, "")
	}
	if n < 11 {
		r.note("rate-scope", fits, "two tokens share it (whether merchants do, one alone can't show)", "")
		after := refused.RetryAfter
		r.note("retry-after", graded(true, after > 0, minor), fmt.Sprintf("Retry-After is %v", after), "without it the pause is 1 to 2 s")
	}
}

// failure is a client's error with its parts; the zero value if there is none.
func failure(err error) (f apiclient.Error) {
	if failed, ok := errors.AsType[*apiclient.Error](err); ok {
		f = *failed
	}
	return f
}
