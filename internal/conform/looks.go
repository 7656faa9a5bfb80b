package conform

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/links"
	"payapp/internal/payload"
	"payapp/internal/qr"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
)

// method is what is answered of how to pay, by the creation or else by the read.
func (s *subject) method() map[string]any {
	method, ok := at(s.created, "paymentMethodResponse").(map[string]any)
	if !ok {
		method, _ = at(s.read, "paymentMethodResponse").(map[string]any)
	}
	return method
}

// described reports whether the client could read an answer.
func (s *subject) described() bool { return s.payin.IDPayin != "" }

// taken is for what the client itself tells of, by this name.
func taken(s *subject) (any, grade) {
	return "it is read", graded(s.reading.IDPayin != "", true, grave)
}

// way is what the answers of a method need, unless they have another way to pay; like
// finds it elsewhere, and keep is where that goes.
type way struct {
	by   methods.Presentation
	link bool
	of   func(apiclient.Payin) string
	like func(path, text string) bool
	keep func(*methods.Changes) *string
}

func (w way) judge(s *subject) (any, grade) {
	told := w.of(s.payin)
	switch {
	case s.row.Presentation != w.by || s.row.QRLink != w.link || !s.described():
		return nil, beside
	case told != "" && (w.by != methods.QR || scenarios.Payload(s.row, s.payin) != ""):
		return "it is where payapp looks", fits
	case s.payin.RedirectURL+s.payin.DeepLink != "", number(s.payin) != "" && !s.row.AccountIgnored:
		return "there is another way to pay", minor
	}
	path := where(s.method(), "", func(path, text string) bool {
		return told == "" && path != "returnUrl" && path != "callbackUrl" && w.like != nil && w.like(path, text)
	})
	if path != "" && w.keep != nil {
		*w.keep(&s.file) = path
	}
	return fmt.Sprintf("it is %.40s", cmp.Or(told, path, "missing")), grave
}

func redirect(p apiclient.Payin) string { return p.RedirectURL }
func number(p apiclient.Payin) string   { return p.Account.Number }
func payee(p apiclient.Payin) string    { return number(p) + p.PaymentAddress.ID }

const (
	form     = "answer-form"
	unpaid   = "the page says that the payment was started, and not how to pay"
	anAmount = "amount-notation"
)

// ofPayment are the probes of a payment that exists.
var ofPayment = []probe{
	{form, "", nil, taken, ""},
	{"answer-id", form, nil, taken, ""},
	{"read-status", form, nil, taken, ""},
	{"money-absent", form, nil, taken, ""},
	{"empty-creation", "", nil, func(s *subject) (any, grade) {
		return "a creation is answered with what is read", graded(true, !errors.Is(s.unread, apiclient.ErrNoBody), minor)
	}, "without it the payment is read instead"},
	{anAmount, form, nil, func(s *subject) (any, grade) {
		wrote := at(s.method(), "money")
		plain, _ := json.Marshal(wrote)
		_, text := at(wrote, "amount").(string)
		saw, asked := fmt.Sprintf("%s for %s", plain, s.request.Money), s.request.Money
		if s.described() && s.payin.Money != asked {
			return saw, grave
		}
		return saw, graded(wrote != nil && s.described(), !text && at(wrote, "currencyCode") == any(asked.Currency()), minor)
	}, "another amount than the order's stops the payment; a text is read if it is written as a number, and small letters"},
	{"amount-required", anAmount, nil, func(s *subject) (any, grade) {
		required := s.payin.MoneyRequired
		return required, graded(required != money.Money{}, required.IsPositive() && required.Currency() == s.request.Money.Currency(), grave)
	}, "the payment is stopped"},
	{"time-zone", form, nil, func(s *subject) (any, grade) {
		written := at(s.method(), "expireAt")
		_, err := time.Parse(time.RFC3339, fmt.Sprint(written))
		return written, graded(written != nil, err == nil, minor)
	}, "what can't be read is no deadline; without an offset it is UTC"},
	{"far-deadline", "gateway-time", nil, func(s *subject) (any, grade) {
		left := time.Until(s.payin.ExpireAt).Round(time.Second)
		if left > 366*24*time.Hour {
			return left, minor
		}
		return left, graded(!s.payin.ExpireAt.IsZero(), left >= time.Minute, grave)
	}, "one that is past is over at once, one after a year isn't shown"},
	{"redirect-property", form, nil, way{methods.Redirect, false, redirect, func(_, text string) bool {
		return strings.Contains(text, "://")
	}, func(c *methods.Changes) *string { return &c.RedirectProperty }}.judge, unpaid},
	{"qr-property", form, nil, way{methods.QR, false, func(p apiclient.Payin) string { return p.QRCode }, func(path, text string) bool {
		return strings.HasPrefix(text, "000201") || strings.Contains(strings.ToLower(path), "qr") && len(text) > 20
	}, func(c *methods.Changes) *string { return &c.QRProperty }}.judge, unpaid},
	{"upi-link", form, nil, way{methods.QR, true, func(p apiclient.Payin) string { return p.DeepLink }, func(_, text string) bool {
		return strings.HasPrefix(text, "upi:")
	}, nil}.judge, unpaid},
	{"store-code", form, nil, way{methods.StoreCode, false, func(p apiclient.Payin) string { return p.Reference }, nil, nil}.judge, unpaid},
	{"virtual-account", form, nil, way{methods.VirtualAccount, false, number, nil, nil}.judge, unpaid},
	{"crypto-address", form, nil, way{methods.Crypto, false, number, nil, nil}.judge, unpaid},
	{"way-to-pay", form, nil, way{methods.Transfer, false, payee, nil, nil}.judge, unpaid},
	{"crypto-network", form, nil, func(s *subject) (any, grade) {
		named := s.payin.Operator.Code != "" || s.request.Method["paymentOperatorCode"] != nil
		return s.payin.Operator.Code, graded(s.row.Presentation == methods.Crypto && s.described(), named, grave)
	}, "the page shows no address"},
	{"link-schemes", "redirect-property", nil, func(s *subject) (any, grade) {
		address := cmp.Or(s.payin.RedirectURL, s.payin.DeepLink)
		scheme, _, _ := strings.Cut(address, ":")
		allowed := s.row.LinkAllowed(address, s.AllowHTTP) || links.Answer(address, s.AllowHTTP, []string{"upi"})
		return scheme, graded(address != "", allowed, grave)
	}, "the payment is stopped, once it exists"},
	{"code-scans", "qr-property", nil, func(s *subject) (any, grade) {
		text := scenarios.Payload(s.row, s.payin)
		_, err := qr.SVG(text)
		return length(text), graded(text != "", err == nil, grave)
	}, "it can't be shown so that a phone reads it"},
	{"code-amount", anAmount, nil, func(s *subject) (any, grade) {
		text, _ := payload.Amount(scenarios.Payload(s.row, s.payin))
		asked, err := money.Parse(text, s.request.Money.Currency())
		return text, graded(text != "" && err == nil, asked == cmp.Or(s.payin.MoneyRequired, s.payin.Money), grave)
	}, "the payment is stopped"},
	{"instruction-list", form, nil, func(s *subject) (any, grade) {
		there := s.described() && at(s.method(), "paymentInstructionList") != nil
		return len(s.payin.InstructionList), graded(there, len(s.payin.InstructionList) > 0, grave)
	}, "the bank's instructions aren't shown"},
	{"creation-taken", form, nil, func(s *subject) (any, grade) {
		got, sent := fmt.Sprint(at(s.method(), "returnUrl")), s.request.ReturnURL
		return fmt.Sprintf("returnUrl has %s, sent were %d", length(got), len(sent)), graded(true, got == sent, grave)
	}, "which of several creations was taken can't be told, and customers may come back to nowhere"},
	{"waiting-words", "read-status", nil, func(s *subject) (any, grade) {
		waits := known.Read(s.reading, time.Now()).View().Class == known.Waits
		if s.reading.Status != "" && !waits {
			s.file.StatusWords[s.reading.Status] = "PENDING"
		}
		return s.reading.Status, graded(s.reading.IDPayin != "", waits, grave)
	}, "another word than waiting's, at once after the creation, folds how to pay"},
	{"read-terse", form, nil, func(s *subject) (any, grade) {
		said, _ := at(s.created, "paymentMethodResponse").(map[string]any)
		again, _ := at(s.read, "paymentMethodResponse").(map[string]any)
		gone := slices.DeleteFunc(slices.Sorted(maps.Keys(said)), func(name string) bool { return said[name] == nil || again[name] != nil })
		return fmt.Sprintf("reads leave out %v", gone), graded(again != nil, len(gone) == 0, minor)
	}, "what was said stays said, but another device doesn't learn it"},
	{"is-test", "read-status", nil, func(s *subject) (any, grade) {
		return fmt.Sprint("isTest is ", at(s.read, "process.isTest")), graded(s.read != nil, !s.real, minor)
	}, "pages don't say that no real money moves; no further payment is made here without --live"},
	{"creation-twice", "creation-body", func(ctx context.Context, s *subject) error {
		return s.creates(ctx, s.token, s.id, s.request)
	}, by(is(apiclient.ErrConflict), minor), "to the same creation again: its answer is taken as the first one's"},
	{"creation-twice", "creation-body", func(ctx context.Context, s *subject) error {
		other := s.request
		other.ReturnURL = address(127)
		return s.creates(ctx, s.token, s.id, other)
	}, by(is(apiclient.ErrConflict), grave), "to the same id with another body: an order might be paid twice"},
	{"token-money", "", func(ctx context.Context, s *subject) error {
		twice, err := s.request.Money.Add(s.request.Money)
		if id := newID("refuse", lengths[s.fitting].id); err == nil && s.seen["token-money"].grade == beside && (s.Live || !s.real) {
			return s.creates(ctx, s.tokenFor(ctx, id, twice), id, s.request)
		}
		return errBeside
	}, by(refused, grave), "who edits a link can pay another amount than its token's"},
	{"action-grants", "", func(ctx context.Context, s *subject) error {
		return s.reads(ctx, s.byAction(ctx, apiclient.ActionPayinCreate, s.id), s.id)
	}, by(granted, grave), "to a token for PAYIN_CREATE: who has such a link can't see the payment"},
	{"token-scope", "", func(ctx context.Context, s *subject) error {
		return s.reads(ctx, s.run.token, s.id)
	}, by(func(s *subject) bool { return s.err != nil }, grave), "a link's token opens the payments of others"},
	accounts,
	{"reference-path", "", func(ctx context.Context, s *subject) error { return s.number(ctx, s.token) }, by(func(s *subject) bool {
		claims, _ := apiclient.ReadClaims(s.run.token)
		for _, operation := range claims.Operations { // whose path is a regular expression
			_, own, found := strings.Cut(operation, s.run.id+"/")
			posts := strings.HasPrefix(operation, http.MethodPost+" ") && !strings.HasSuffix(s.client.ReferencePath(""), "/"+own)
			if found && posts && s.err != nil {
				s.file.ReferencePath = strings.ReplaceAll(own, `\`, "")
			}
		}
		return s.err == nil
	}, grave), "the customer's number doesn't arrive"},
	{"reference-grant", "reference-path", func(ctx context.Context, s *subject) error {
		return s.number(ctx, s.byAction(ctx, apiclient.ActionPayinCreate, s.id))
	}, by(succeeds, minor), "to a token for PAYIN_CREATE: the number stays on the page, unless links' tokens name the operation"},
}

// accounts are the customer's; there are none before somebody has paid, unless the
// creation named one.
var accounts = probe{"accounts-answer", form, func(ctx context.Context, s *subject) error {
	list, err := s.client.ListAccounts(ctx, s.token, s.id)
	switch paid := known.StatusOf(s.reading) == known.Success; {
	case s.wire.status == http.StatusNotFound || s.wire.status == http.StatusForbidden:
		return errBeside
	case err == nil && (list == apiclient.Accounts{} || paid && list.UsedForPayment == apiclient.Account{}) && len(s.wire.body) > len("{}"):
		return apiclient.ErrMalformed
	}
	return err
}, by(succeeds, minor), "an account isn't found in it; no page asks for it"}

// number sends the customer's, where the method wants one.
func (s *subject) number(ctx context.Context, token apiclient.Token) error {
	if !s.row.NeedsReference(s.values(s.row)) {
		return errBeside
	}
	return s.client.SetExternalReference(ctx, token, s.id, "123456789012")
}
