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

// taken is for what the client itself refuses, by this name.
func taken(s *subject) (any, grade) { return "it is read", when(s.reading.IDPayin != "", fits) }

// property looks for what the method's answers need, unless they have another way
// to pay; like finds it elsewhere, and set keeps where.
func property(p methods.Presentation, link bool, of func(apiclient.Payin) string, like func(path, text string) bool, set func(*run) *string) func(*subject) (any, grade) {
	return func(s *subject) (any, grade) {
		switch {
		case s.row.Presentation != p || s.row.QRLink != link || s.payin.IDPayin == "":
			return nil, beside
		case of(s.payin) != "" && (p != methods.QR || scenarios.Payload(s.row, s.payin) != ""):
			return "it is where payapp looks", fits
		case s.payin.RedirectURL+s.payin.DeepLink != "", number(s.payin) != "" && !s.row.AccountIgnored:
			return "there is another way to pay", minor
		case of(s.payin) != "":
			return fmt.Sprintf("it is %.40s…", of(s.payin)), grave
		}
		path, _ := where(s.method(), "", func(path, text string) bool {
			return path != "returnUrl" && path != "callbackUrl" && like != nil && like(path, text)
		})
		if path == "" {
			return "it is missing", grave
		}
		if set != nil {
			*set(s.run) = path
		}
		return "it is in " + path, grave
	}
}

func number(p apiclient.Payin) string { return p.Account.Number }

const unpayable = "the page says that the payment was started, and not how to pay"

// ofPayment are the probes of a payment that exists.
var ofPayment = []probe{
	{"answer-form", "", nil, taken, ""},
	{"answer-id", "answer-form", nil, taken, ""},
	{"read-status", "answer-form", nil, taken, ""},
	{"money-absent", "answer-form", nil, taken, ""},
	{"empty-creation", "", nil, func(s *subject) (any, grade) {
		return "a creation is answered with what is read", graded(!errors.Is(s.unread, apiclient.ErrNoBody), minor)
	}, "without it the payment is read instead"},
	{"amount-notation", "answer-form", nil, func(s *subject) (any, grade) {
		wrote := at(s.method(), "money")
		amount, _ := money.Parse(s.payin.Money.Amount(), s.payin.Money.Currency())
		_, text := at(wrote, "amount").(string)
		asked := s.request.Money
		plain, _ := json.Marshal(wrote)
		saw := fmt.Sprintf("%s for %s", plain, asked)
		if s.payin.IDPayin != "" && amount != asked {
			return saw, grave
		}
		return saw, when(wrote != nil && s.payin.IDPayin != "", graded(!text && at(wrote, "currencyCode") == any(asked.Currency()), minor))
	}, "another amount than the order's is told beside it, and isn't the whole; a text is read if it is written as a number"},
	{"amount-required", "amount-notation", nil, func(s *subject) (any, grade) {
		required := s.payin.MoneyRequired
		return required, when(required != money.Money{}, graded(required.IsPositive() && required.Currency() == s.request.Money.Currency(), grave))
	}, "the payment is stopped"},
	{"time-zone", "answer-form", nil, func(s *subject) (any, grade) {
		written := at(s.method(), "expireAt")
		_, err := time.Parse(time.RFC3339, fmt.Sprint(written))
		if written != nil && s.payin.ExpireAt.IsZero() && s.payin.IDPayin != "" {
			return written, grave
		}
		return written, when(written != nil, graded(err == nil, minor))
	}, "what can't be read is no deadline; without an offset it is UTC"},
	{"far-deadline", "time-zone", nil, func(s *subject) (any, grade) {
		left := time.Until(s.payin.ExpireAt).Round(time.Second)
		if s.payin.ExpireAt.IsZero() {
			return nil, beside
		} else if left < time.Minute {
			return left, grave
		}
		return left, graded(left < 366*24*time.Hour, minor)
	}, "one that is past is over at once, one after a year isn't shown"},
	{"redirect-property", "answer-form", nil, property(methods.Redirect, false, func(p apiclient.Payin) string { return p.RedirectURL },
		func(_, text string) bool { return strings.Contains(text, "://") }, func(r *run) *string { return &r.file.RedirectProperty }), unpayable},
	{"qr-property", "answer-form", nil, property(methods.QR, false, func(p apiclient.Payin) string { return p.QRCode }, func(path, text string) bool {
		return strings.HasPrefix(text, "000201") || strings.Contains(strings.ToLower(path), "qr") && len(text) > 20
	}, func(r *run) *string { return &r.file.QRProperty }), unpayable},
	{"upi-link", "answer-form", nil, property(methods.QR, true, func(p apiclient.Payin) string { return p.DeepLink },
		func(_, text string) bool { return strings.HasPrefix(text, "upi:") }, nil), unpayable},
	{"store-code", "answer-form", nil, property(methods.StoreCode, false, func(p apiclient.Payin) string { return p.Reference }, nil, nil), unpayable},
	{"virtual-account", "answer-form", nil, property(methods.VirtualAccount, false, number, nil, nil), unpayable},
	{"crypto-address", "answer-form", nil, property(methods.Crypto, false, number, nil, nil), unpayable},
	{"way-to-pay", "answer-form", nil, property(methods.Transfer, false, func(p apiclient.Payin) string { return number(p) + p.PaymentAddress.ID }, nil, nil), unpayable},
	{"crypto-network", "answer-form", nil, func(s *subject) (any, grade) {
		named := s.payin.Operator.Code != "" || s.request.Method["paymentOperatorCode"] != nil
		return s.payin.Operator.Code, when(s.row.Presentation == methods.Crypto && s.payin.IDPayin != "", graded(named, grave))
	}, "the page shows no address"},
	{"link-schemes", "redirect-property", nil, func(s *subject) (any, grade) {
		address := s.payin.RedirectURL + s.payin.DeepLink
		scheme, _, _ := strings.Cut(address, ":")
		return scheme, when(address != "" && (s.payin.RedirectURL == "" || s.payin.DeepLink == ""),
			graded(s.row.LinkAllowed(address, s.AllowHTTP) || links.Answer(address, s.AllowHTTP, []string{"upi"}), grave))
	}, "the payment is stopped, once it exists"},
	{"code-scans", "qr-property", nil, func(s *subject) (any, grade) {
		text := scenarios.Payload(s.row, s.payin)
		_, err := qr.SVG(text)
		return length(text), when(text != "", graded(err == nil, grave))
	}, "it can't be shown so that a phone reads it"},
	{"code-amount", "amount-notation", nil, func(s *subject) (any, grade) {
		text, _ := payload.Amount(scenarios.Payload(s.row, s.payin))
		asked, err := money.Parse(text, s.request.Money.Currency())
		pay := cmp.Or(s.payin.MoneyRequired, s.payin.Money)
		return text, when(text != "" && err == nil, graded(asked == pay, grave))
	}, "the payment is stopped"},
	{"instruction-list", "answer-form", nil, func(s *subject) (any, grade) {
		there := s.payin.IDPayin != "" && at(s.method(), "paymentInstructionList") != nil
		return len(s.payin.InstructionList), when(there, graded(len(s.payin.InstructionList) > 0, grave))
	}, "the bank's instructions aren't shown"},
	{"creation-taken", "answer-form", nil, func(s *subject) (any, grade) {
		got, sent := fmt.Sprint(at(s.method(), "returnUrl")), s.request.ReturnURL
		return fmt.Sprintf("returnUrl has %s, sent were %d", length(got), len(sent)), graded(got == sent, grave)
	}, "which of several creations was taken can't be told, and customers may come back to nowhere"},
	{"waiting-words", "read-status", nil, func(s *subject) (any, grade) {
		class := known.Read(s.reading, time.Now()).View().Class
		if s.reading.IDPayin != "" && class != known.Waits && s.reading.Status != "" {
			s.word(s.reading.Status, "PENDING")
		}
		return s.reading.Status, when(s.reading.IDPayin != "", graded(class == known.Waits, grave))
	}, "at once after the creation another word than waiting's folds how to pay, or ends it"},
	{"read-terse", "answer-form", nil, func(s *subject) (any, grade) {
		said, _ := at(s.created, "paymentMethodResponse").(map[string]any)
		again, _ := at(s.read, "paymentMethodResponse").(map[string]any)
		gone := slices.DeleteFunc(slices.Sorted(maps.Keys(said)), func(name string) bool { return said[name] == nil || again[name] != nil })
		return fmt.Sprintf("reads leave out %v", gone), when(again != nil, graded(len(gone) == 0, minor))
	}, "what was said stays said, but another device doesn't learn it"},
	{"is-test", "read-status", nil, func(s *subject) (any, grade) {
		return fmt.Sprint("isTest is ", at(s.read, "process.isTest")), when(s.read != nil, graded(!s.real, minor))
	}, "pages don't say that no real money moves; no further payment is made here without --live"},
	{"creation-twice", "creation-body", func(ctx context.Context, s *subject) error { return s.again(ctx, s.request) }, by(is(apiclient.ErrConflict), minor),
		"to the same creation again: its answer is taken as the first one's"},
	{"creation-twice", "creation-body", func(ctx context.Context, s *subject) error {
		other := s.request
		other.ReturnURL = address(127)
		return s.again(ctx, other)
	}, by(is(apiclient.ErrConflict), grave), "to the same id with another body: an order might be paid twice"},
	{"token-money", "", func(ctx context.Context, s *subject) error {
		twice, err := s.request.Money.Add(s.request.Money)
		if id := newID("refuse", lengths[s.fitting].id); err == nil && s.seen["token-money"].grade == beside && (s.Live || !s.real) {
			_, err = s.client.CreatePayin(ctx, s.tokenFor(ctx, id, twice), id, s.request)
			return err
		}
		return errBeside
	}, by(refused, grave), "who edits a link can pay another amount than its token's"},
	{"token-scope", "", func(ctx context.Context, s *subject) error {
		_, err := s.client.GetPayin(ctx, s.run.token, s.id)
		return err
	}, by(func(s *subject) bool { return s.err != nil }, grave), "a link's token opens the payments of others"},
	{"accounts-answer", "answer-form", accounts, by(succeeds, minor), "an account isn't found in it; no page asks for it"},
	{"reference-path", "", func(ctx context.Context, s *subject) error { return s.number(ctx, s.token) }, by(func(s *subject) bool {
		claims, _ := apiclient.ReadClaims(s.run.token)
		for _, operation := range claims.Operations { // whose path is a regular expression
			_, own, found := strings.Cut(operation, s.run.id+"/")
			if verb, _, _ := strings.Cut(operation, " "); found && s.err != nil && verb == http.MethodPost && own != "accounts" && !strings.HasSuffix(s.client.ReferencePath(""), "/"+own) {
				s.file.ReferencePath = strings.ReplaceAll(own, `\`, "")
			}
		}
		return s.err == nil
	}, grave), "the customer's number doesn't arrive"},
	{"reference-grant", "reference-path", func(ctx context.Context, s *subject) error {
		return s.number(ctx, s.byAction(ctx, apiclient.ActionPayinCreate, s.id))
	}, by(succeeds, minor), "to a token for PAYIN_CREATE: the page shows the number with the support contact, unless links' tokens name the operation"},
}

// again creates the payment once more.
func (s *subject) again(ctx context.Context, request apiclient.PayinRequest) error {
	_, err := s.client.CreatePayin(ctx, s.token, s.id, request)
	return err
}

// accounts reads the customer's accounts; there are none before somebody has paid, unless
// the creation named one.
func accounts(ctx context.Context, s *subject) error {
	list, err := s.client.ListAccounts(ctx, s.token, s.id)
	switch paid := known.StatusOf(s.reading) == known.Success; {
	case s.wire.status == http.StatusNotFound || s.wire.status == http.StatusForbidden:
		return errBeside
	case err == nil && (list == apiclient.Accounts{} || paid && list.UsedForPayment == apiclient.Account{}) && len(s.wire.object()) > 0:
		return apiclient.ErrMalformed
	}
	return err
}

// number sends the customer's, where the method wants one.
func (s *subject) number(ctx context.Context, token apiclient.Token) error {
	if !s.row.NeedsReference(s.values(s.row)) {
		return errBeside
	}
	return s.client.SetExternalReference(ctx, token, s.id, "123456789012")
}
