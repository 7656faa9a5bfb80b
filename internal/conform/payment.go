package conform

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
)

// callbackURL is nobody's (RFC 2606).
const callbackURL = "https://payapp-conform.example.com/callback?order=1&of=2"

// lengths of a returnUrl that are tried in turn, until one is taken: the first is a
// shop's longest with what ours adds.
var lengths = []int{2100, 1024, 512, 255, 128}

// returnURL is like ours: the shop's inside, and a mark at the end.
func returnURL(length int) string {
	start, end := "https://payapp-conform.example.com/r?to="+url.QueryEscape("https://shop.example.com/?a=1&b=é&c="), "&z=1a2b3c4d"
	return start + strings.Repeat("x", max(0, length-len(start)-len(end))) + end
}

// answer is what the gateway said of one payment.
type answer struct {
	*run
	row             methods.Method
	request         apiclient.PayinRequest
	id, returnURL   string
	token           apiclient.Token
	created, read   map[string]any  // as they came
	payin, reading  apiclient.Payin // as the client reads them
	unread, misread error           // why it can't
}

// payments makes those that are wanted.
func (r *run) payments(ctx context.Context) {
	for _, wanted := range r.Payments {
		offered := r.options(ctx, wanted.Money)
		if wanted.Method != "" {
			offered = slices.DeleteFunc(offered, func(o apiclient.Option) bool { return o.MethodCode != wanted.Method })
			if len(offered) == 0 {
				r.note("creation-body", differs(true, wanted.Method+" isn't offered for "+wanted.Money.String(), "it can't be chosen"))
			}
		}
		for _, option := range offered {
			row, known := r.Catalogue.Find(option.MethodCode, wanted.Money.Currency())
			if a := r.payment(ctx, row, option, wanted.Money); known && a != nil && len(r.Pay) > 0 {
				r.ends(ctx, a, option)
			}
		}
	}
}

// options looks at what is offered for an amount, and for a hundred times as much.
func (r *run) options(ctx context.Context, amount money.Money) []apiclient.Option {
	options, err := r.client.GetOptions(ctx, r.token, amount)
	if err != nil {
		r.note("list-form", differs(true, fmt.Sprintf("%v: %.60s", err, r.words()), "nobody can choose how to pay"))
		if r.wire.longest > 1<<20 {
			r.note("longest-answer", differs(true, fmt.Sprintf("%d bytes", r.wire.longest), "a longer one than 1 MiB is malformed"))
		}
		return nil
	}
	if len(options.Methods) == 0 {
		r.note("list-form", differs(true, fmt.Sprintf("no way to pay %s is found in %.60s", amount, r.words()), "nobody can choose how to pay. Has the merchant any in this currency?"))
		return nil
	}
	more, err := money.Parse("1"+strings.Repeat("0", len(amount.Amount())+1), amount.Currency())
	if all, failed := r.client.GetOptions(ctx, r.token, more); err == nil && failed == nil {
		r.note("options", kept(fmt.Sprintf("%d ways to pay %s, %d to pay %s", len(options.Methods), amount, len(all.Methods), more)))
	}
	r.note("list-form", kept("it is read"))
	for _, o := range options.Methods {
		row, found := r.Catalogue.Find(o.MethodCode, amount.Currency())
		switch {
		case !found:
			r.note("uncoded-methods", differs(true, o.MethodCode+" in "+amount.Currency(), "customers can't choose it"+r.rename(o.MethodCode, amount.Currency(), options.Methods)))
		case row.Operator == methods.OperatorRequired && len(o.Operators) == 0:
			r.note("operators-missing", differs(false, o.MethodCode+" lists none", "the gateway decides"))
		case row.Operator == methods.OperatorNone && len(o.Operators) > 0:
			r.note("operators-unasked", differs(false, o.MethodCode+" lists some", "customers aren't asked"))
		}
	}
	r.note("uncoded-methods", kept("all that is offered is in the catalogue"))
	return options.Methods
}

// rename proposes a method of the catalogue for an unknown code: one that isn't
// offered, and whose letters are the same but for some more.
func (r *run) rename(code, currency string, offered []apiclient.Option) string {
	letters := func(code string) string { return strings.ReplaceAll(code, "_", "") }
	for _, known := range r.Catalogue.Codes(currency) {
		there := slices.ContainsFunc(offered, func(o apiclient.Option) bool { return o.MethodCode == known })
		if !there && (strings.Contains(letters(code), letters(known)) || strings.Contains(letters(known), letters(code))) {
			r.file.Rename = append(r.file.Rename, renamed{known, code})
			return ": is it " + known + "?"
		}
	}
	return ""
}

// payment makes one, and looks at it. A refused creation makes none.
func (r *run) payment(ctx context.Context, row methods.Method, option apiclient.Option, amount money.Money) *answer {
	a := &answer{run: r, row: row, id: newID(row.Code)}
	if r.real && !r.Live {
		r.note("is-test", differs(false, "a payment isn't marked as a test", "no further one is made here without --live"))
	}
	if row.Code == "" || r.real && !r.Live {
		return nil
	}
	operator := ""
	if row.Operator != methods.OperatorNone && len(option.Operators) > 0 {
		operator = option.Operators[0].Code
	}
	a.token = r.tokenFor(ctx, a.id)
	a.request = apiclient.PayinRequest{Money: amount, Method: scenarios.MethodBody(row, operator, r.values(row)), CallbackURL: callbackURL}
	before := 0
	for _, length := range lengths[slices.Index(lengths, r.returning):] {
		a.returnURL = returnURL(length)
		if a.unread = a.again(ctx, a.returnURL); r.wire.status >= 200 && r.wire.status < 300 {
			a.created = r.wire.object()
			if before > 0 {
				r.note("return-length", differs(length < 512, fmt.Sprintf("%d characters are taken, %d aren't", length, before), "ours is longer than a shop's"))
			}
			r.note("return-length", kept("2100 characters"))
			r.returning = length
			break
		} else if length == lengths[len(lengths)-1] || !is(apiclient.ErrInvalid, apiclient.ErrRefused)(r, a.unread) {
			r.note("creation-body", differs(true, row.Code+" is refused with "+r.words(), "it can't be paid by it; is --data needed, or another --amount?"))
			r.file.Hide = append(r.file.Hide, hidden{row.Code, row.Currency})
			return nil
		}
		before = length
	}
	r.note("creation-body", kept("as the interface says"))
	if a.readBack(ctx); a.read == nil {
		r.note("not-found-yet", differs(false, "an accepted payment is read with "+r.words(), "the page says that it was started, and looks again"))
	}
	r.note("not-found-yet", kept("it is found at once"))
	r.real = r.real || slices.Contains([]any{false, "false"}, at(a.read, "process.isTest"))
	a.look()
	r.ask(ctx, followUps, a)
	return a
}

// again creates it, or tries to.
func (a *answer) again(ctx context.Context, returnURL string) error {
	request := a.request
	request.ReturnURL = returnURL
	payin, err := a.client.CreatePayin(ctx, a.token, a.id, request)
	if err == nil && a.payin.IDPayin == "" {
		a.payin = payin
	}
	return err
}

// readBack reads it as pages do.
func (a *answer) readBack(ctx context.Context) {
	reading, err := a.client.GetPayin(ctx, a.token, a.id)
	if a.misread = err; a.wire.status == http.StatusOK {
		a.read, a.reading = a.wire.object(), reading
	}
	if a.payin.IDPayin == "" {
		a.payin = reading
	}
}

// number sends the customer's, where the method wants one.
func (a *answer) number(ctx context.Context, token apiclient.Token) error {
	if !a.row.NeedsReference(a.values(a.row)) {
		return errBeside
	}
	return a.client.SetExternalReference(ctx, token, a.id, "123456789012")
}

// rate sends eleven reads at once, after a second without any: the one test of the
// rate, which "10 requests in a second" (interface.md, Limits) allows but for one.
func (r *run) rate(ctx context.Context) {
	r.note("longest-answer", kept(fmt.Sprintf("%d bytes", r.wire.longest)))
	if r.wire.limited > 0 {
		r.note("rate-size", differs(true, fmt.Sprintf("%d requests got 429 at four a second", r.wire.limited), "lower PAYAPP_GATEWAY_RATE, or somebody else uses the rate"))
		return
	}
	time.Sleep(time.Duration(4.4 / cmp.Or(r.Pace, 4) * float64(time.Second)))
	began := time.Now()
	var all sync.WaitGroup
	var answered atomic.Int32
	for range 11 {
		all.Go(func() {
			header := http.Header{"Authorization": {"Bearer " + r.token.Reveal()}}
			if answer := r.send(ctx, apiclient.SharedTransport(), http.MethodGet, path(r.id), header, ""); answer == nil {
				return
			} else if answer.StatusCode != http.StatusTooManyRequests {
				answered.Add(1)
			} else if answer.Header.Get("Retry-After") == "" {
				r.hasty.Store(true)
			}
		})
	}
	all.Wait()
	took, n := time.Since(began).Round(time.Millisecond), answered.Load()
	switch saw := fmt.Sprintf("of eleven requests in %v %d were answered", took, n); {
	case took > time.Second:
		r.note("rate-size", untried(saw))
	case n < 10:
		r.note("rate-size", differs(true, saw, fmt.Sprintf("PAYAPP_GATEWAY_RATE has to be %d", n)))
	case n == 11:
		r.note("rate-size", differs(false, saw, "ten are sent; the limit may be higher"))
	default:
		r.note("rate-size", kept(saw))
	}
	if r.hasty.Load() {
		r.note("retry-after", differs(false, "a 429 has none", "a pause of one to two seconds is made"))
	} else if n < 11 {
		r.note("retry-after", kept("a 429 has it"))
	}
}
