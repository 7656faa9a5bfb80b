package conform

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
)

// lengths of an id, and of both addresses, that are tried in turn until a creation is
// taken, and what each shows: an address is a shop's longest with what ours adds, and a
// UUID has 36.
var lengths = []struct {
	id, address     int
	ofID, ofAddress grade
}{
	{128, 2100, fits, fits}, {36, 2100, minor, fits}, {36, 1024, beside, minor}, {36, 512, beside, minor},
	{36, 255, beside, grave}, {36, 128, beside, grave}, {12, 128, grave, beside},
}

// address is like ours: nobody's (RFC 2606), the shop's inside, and a mark at the end.
func address(length int) string {
	start, end := "https://payapp-conform.example.com/r?to="+url.QueryEscape("https://shop.example.com/?a=1&b=é&c="), "&z=1a2b3c4d"
	return start + strings.Repeat("x", max(0, length-len(start)-len(end))) + end
}

func length(text string) string { return fmt.Sprintf("%d characters", len(text)) }

// payments makes those that are wanted.
func (r *run) payments(ctx context.Context) {
	for _, wanted := range r.Payments {
		offered := r.offered(ctx, wanted.Money)
		if wanted.Method != "" {
			offered = slices.DeleteFunc(offered, func(o apiclient.Option) bool { return o.MethodCode != wanted.Method })
			if len(offered) == 0 {
				r.note("options", grave, wanted.Method+" isn't offered for "+wanted.Money.String(), "it can't be chosen")
			}
		}
		for _, option := range offered {
			if row, known := r.Catalogue.Find(option.MethodCode, wanted.Money.Currency()); known {
				r.payment(ctx, row, option, wanted.Money)
			}
		}
	}
}

// offered looks at what is offered for an amount, and for a hundred times as much.
func (r *run) offered(ctx context.Context, amount money.Money) []apiclient.Option {
	token := r.tokenFor(ctx, r.id, amount)
	options, err := r.client.GetOptions(ctx, token, amount)
	if r.heard(err) != nil || len(options.Methods) == 0 {
		r.note("options", grave, fmt.Sprintf("none for %s: %s", amount, r.words()), "nobody can choose how to pay. Has the merchant any?")
		return nil
	}
	r.note("list-form", fits, "it is read", "")
	more, err := money.Parse("1"+strings.Repeat("0", len(amount.Amount())+1), amount.Currency())
	if all, failed := r.client.GetOptions(ctx, token, more); err == nil && failed == nil {
		r.note("options", fits, fmt.Sprintf("%d ways to pay %s, %d to pay %s", len(options.Methods), amount, len(all.Methods), more), "")
	}
	for _, o := range options.Methods {
		row, found := r.Catalogue.Find(o.MethodCode, amount.Currency())
		switch {
		case !found:
			r.note("uncoded-methods", grave, o.MethodCode+r.rename(o.MethodCode, amount.Currency(), options.Methods), "customers can't choose it")
		case row.Operator == methods.OperatorRequired && len(o.Operators) == 0:
			r.note("operators-missing", minor, o.MethodCode+" lists none", "the gateway decides")
		case row.Operator == methods.OperatorNone && len(o.Operators) > 0:
			r.note("operators-unasked", minor, o.MethodCode+" lists some", "customers aren't asked")
		}
	}
	r.note("uncoded-methods", fits, "all that is offered is in the catalogue", "")
	return options.Methods
}

// rename proposes a method of the catalogue for an unknown code: one that isn't
// offered, and whose letters are the same but for some more.
func (r *run) rename(code, currency string, offered []apiclient.Option) string {
	letters := func(code string) string { return strings.ReplaceAll(code, "_", "") }
	for _, known := range r.Catalogue.Codes(currency) {
		there := slices.ContainsFunc(offered, func(o apiclient.Option) bool { return o.MethodCode == known })
		if !there && (strings.Contains(letters(code), letters(known)) || strings.Contains(letters(known), letters(code))) {
			r.file.Rename = append(r.file.Rename, methods.Renamed{Code: known, To: code})
			return ": is it " + known + "?"
		}
	}
	return ""
}

// payment makes one, looks at it, and waits for its end if a person is to bring one about.
func (r *run) payment(ctx context.Context, row methods.Method, option apiclient.Option, amount money.Money) {
	for i := range max(1, len(r.Pay)) {
		s := r.create(ctx, row, option, amount)
		if s == nil {
			return
		}
		if i == 0 {
			s.try(ctx, ofPayment)
		}
		if i < len(r.Pay) {
			s.watch(ctx, r.Pay[i])
		}
	}
	r.Pay = nil // not again by the next method
}

// create makes a payment and reads it; nil if the creation is refused, or the one before
// wasn't marked as a test.
func (r *run) create(ctx context.Context, row methods.Method, option apiclient.Option, amount money.Money) *subject {
	if r.real && !r.Live {
		return nil
	}
	s, operator := &subject{run: r, row: row}, ""
	if row.Operator != methods.OperatorNone && len(option.Operators) > 0 {
		operator = option.Operators[0].Code
	}
	s.request = apiclient.PayinRequest{Money: amount, Method: scenarios.MethodBody(row, operator, r.values(row))}
	for first := r.fitting; ; r.fitting++ {
		try := lengths[r.fitting]
		s.id = newID(row.Code, try.id)
		s.token = r.tokenFor(ctx, s.id, amount)
		s.request.CallbackURL, s.request.ReturnURL = address(try.address), address(try.address)
		if s.payin, s.unread = r.client.CreatePayin(ctx, s.token, s.id, s.request); r.wire.status >= 200 && r.wire.status < 300 {
			break
		}
		if r.fitting == len(lengths)-1 || errors.Is(s.unread, apiclient.ErrUnauthorized) {
			r.note("creation-body", grave, row.Code+" is refused with "+r.words(), "it can't be paid by it; is --data needed, or another --amount?")
			r.file.Hide = append(r.file.Hide, methods.Hidden{Code: row.Code, Currency: row.Currency})
			r.fitting = first
			return nil
		}
	}
	s.created = r.wire.object()
	_ = r.heard(s.unread)
	r.note("creation-body", fits, "as the interface says", "")
	is := lengths[r.fitting]
	r.note("order-id-form", is.ofID, fmt.Sprintf("%d characters are taken", is.id), "longer ones aren't: shops must use shorter ids")
	r.note("return-length", is.ofAddress, fmt.Sprintf("%d characters are taken", is.address), "longer ones not; ours is longer than a shop's")
	if s.readBack(ctx); s.read == nil && errors.Is(s.misread, apiclient.ErrNotFound) {
		r.note("not-found-yet", minor, "an accepted payment is read with "+r.words(), "the page says that it was started, and looks again")
		r.wait(ctx)
		s.readBack(ctx)
	}
	if s.read != nil {
		r.note("not-found-yet", fits, "it is found at once", "")
	}
	r.real = at(s.read, "process.isTest") != any(true) && !s.reading.IsTest
	return s
}

// readBack reads it as pages do.
func (s *subject) readBack(ctx context.Context) {
	reading, err := s.client.GetPayin(ctx, s.token, s.id)
	if s.misread = err; s.wire.status == http.StatusOK {
		s.read, s.reading = s.wire.object(), reading
		_ = s.heard(err)
	}
	if s.payin.IDPayin == "" {
		s.payin = reading
	}
}
