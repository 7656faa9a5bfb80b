package conform

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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

// grade is how well something fits; beside means that answers say nothing about it.
type grade int

const (
	beside grade = iota
	fits
	minor
	grave
)

// graded is fits, or else the grade of what doesn't.
func graded(ok bool, otherwise grade) grade {
	if ok {
		return fits
	}
	return otherwise
}

func (g grade) seen(saw, does string) seen {
	switch g {
	case beside:
		return seen{}
	case fits:
		return kept(saw)
	}
	return differs(g == grave, saw, does)
}

// check looks at one thing in the answers about a payment.
type check struct {
	name string
	look func(*answer) (saw any, fits grade)
	does string // what payapp does where it differs
}

func (a *answer) look() {
	sound := true
	for _, c := range checks {
		saw, is := c.look(a)
		said := fmt.Sprintf("%s: %v", a.row.Code, saw)
		sound = sound && is != grave
		a.note(c.name, is.seen(said, c.does))
	}
	if err := errors.Join(a.unread, a.misread); err != nil && sound && a.read != nil && !errors.Is(err, apiclient.ErrNoBody) {
		a.note("answers", differs(true, a.row.Code+": "+err.Error(), "it isn't taken"))
	}
}

// method is what is answered of how to pay, by the creation or else by the read.
func (a *answer) method() map[string]any {
	method, ok := at(a.created, "paymentMethodResponse").(map[string]any)
	if !ok {
		method, _ = at(a.read, "paymentMethodResponse").(map[string]any)
	}
	return method
}

// property is a check of what the method's answers need, unless they have another way
// to pay; like finds it elsewhere, and set keeps where.
func property(p methods.Presentation, link bool, of func(apiclient.Payin) string, like func(path, text string) bool, set func(*file) *string) func(*answer) (any, grade) {
	return func(a *answer) (any, grade) {
		switch {
		case a.row.Presentation != p || a.row.QRLink != link || a.payin.IDPayin == "":
			return nil, beside
		case of(a.payin) != "":
			return "it is where payapp looks", fits
		case a.payin.RedirectURL+a.payin.QRCode+a.payin.DeepLink != "", number(a.payin) != "" && !a.row.AccountIgnored:
			return "there is another way to pay", minor
		}
		path, _ := where(a.method(), "", func(path, text string) bool {
			return path != "returnUrl" && path != "callbackUrl" && like != nil && like(path, text)
		})
		if path == "" {
			return "it is missing", grave
		}
		if set != nil {
			*set(&a.file) = path
		}
		return "it is in " + path, grave
	}
}

func number(p apiclient.Payin) string { return p.Account.Number }

const unpayable = "the page says that the payment was started, and not how to pay"

var checks = []check{
	{"answer-id", func(a *answer) (any, grade) { id := a.method()["idPayin"]; return id, graded(id == any(a.id), grave) }, "answers aren't taken for the payment's"},
	{"empty-creation", func(a *answer) (any, grade) {
		return a.unread, graded(!errors.Is(a.unread, apiclient.ErrNoBody), minor)
	}, "the payment is read instead"},
	{"money-absent", func(a *answer) (any, grade) {
		for _, said := range []map[string]any{a.created, a.read} {
			if said != nil && at(said, "paymentMethodResponse.money") == nil && at(said, "paymentRequested.money") == nil {
				return "an answer names none", grave
			}
		}
		return "it is where payapp looks", fits
	}, "the answer isn't taken"},
	{"amount-notation", func(a *answer) (any, grade) {
		amount := at(a.method(), "money.amount")
		text, written := amount.(string)
		if _, err := money.Parse(text, a.request.Money.Currency()); written && err != nil {
			return amount, grave
		}
		return amount, present(amount, !written, minor)
	}, "a text is read only if it is written as a number"},
	{"amount-required", func(a *answer) (any, grade) {
		required := a.payin.MoneyRequired
		return required, present(at(a.method(), "moneyRequired"), required.IsPositive() && required.Currency() == a.request.Money.Currency(), grave)
	}, "the payment is stopped"},
	{"time-zone", func(a *answer) (any, grade) {
		written := at(a.method(), "expireAt")
		_, err := time.Parse(time.RFC3339, fmt.Sprint(written))
		if written != nil && a.payin.ExpireAt.IsZero() && a.payin.IDPayin != "" {
			return written, grave
		}
		return written, present(written, err == nil, minor)
	}, "what can't be read is no deadline; without an offset it is UTC"},
	{"far-deadline", func(a *answer) (any, grade) {
		left := time.Until(a.payin.ExpireAt).Round(time.Second)
		if a.payin.ExpireAt.IsZero() {
			return nil, beside
		} else if left < time.Minute {
			return left, grave
		}
		return left, graded(left < 366*24*time.Hour, minor)
	}, "one that is past is over at once, one after a year isn't shown"},
	{"redirect-property", property(methods.Redirect, false, func(p apiclient.Payin) string { return p.RedirectURL },
		func(_, text string) bool { return strings.Contains(text, "://") }, func(f *file) *string { return &f.RedirectProperty }), unpayable},
	{"qr-property", property(methods.QR, false, func(p apiclient.Payin) string { return p.QRCode }, func(path, text string) bool {
		return strings.HasPrefix(text, "000201") || strings.Contains(strings.ToLower(path), "qr") && len(text) > 20
	}, func(f *file) *string { return &f.QRProperty }), unpayable},
	{"upi-link", property(methods.QR, true, func(p apiclient.Payin) string { return p.DeepLink },
		func(_, text string) bool { return strings.HasPrefix(text, "upi:") }, nil), unpayable},
	{"store-code", property(methods.StoreCode, false, func(p apiclient.Payin) string { return p.Reference }, nil, nil), unpayable},
	{"virtual-account", property(methods.VirtualAccount, false, number, nil, nil), unpayable},
	{"crypto-address", property(methods.Crypto, false, number, nil, nil), unpayable},
	{"way-to-pay", property(methods.Transfer, false, func(p apiclient.Payin) string { return number(p) + p.PaymentAddress.ID }, nil, nil), unpayable},
	{"crypto-network", func(a *answer) (any, grade) {
		named := a.payin.Operator.Code != "" || a.request.Method["paymentOperatorCode"] != nil
		return a.payin.Operator.Code, when(a.row.Presentation == methods.Crypto && a.payin.IDPayin != "", graded(named, grave))
	}, "the page shows no address"},
	{"link-schemes", func(a *answer) (any, grade) {
		address := a.payin.RedirectURL + a.payin.DeepLink
		scheme, _, _ := strings.Cut(address, ":")
		if address == "" || a.payin.RedirectURL != "" && a.payin.DeepLink != "" {
			return nil, beside
		} else if scheme == "http" {
			return scheme, minor
		}
		return scheme, graded(a.row.LinkAllowed(address, false) || links.Answer(address, false, []string{"upi"}), grave)
	}, "the payment is stopped, once it exists"},
	{"code-scans", func(a *answer) (any, grade) {
		text := scenarios.Payload(a.row, a.payin)
		_, err := qr.SVG(text)
		return fmt.Sprintf("%d characters", len(text)), when(text != "", graded(err == nil, grave))
	}, "it can't be shown so that a phone reads it"},
	{"code-amount", func(a *answer) (any, grade) {
		text, _ := payload.Amount(scenarios.Payload(a.row, a.payin))
		asked, err := money.Parse(text, a.request.Money.Currency())
		pay := cmp.Or(a.payin.MoneyRequired, a.payin.Money)
		return text, when(text != "" && err == nil, graded(!asked.Less(pay) && !pay.Less(asked), grave))
	}, "the payment is stopped"},
	{"instruction-list", func(a *answer) (any, grade) {
		return len(a.payin.InstructionList), when(a.payin.IDPayin != "", present(at(a.method(), "paymentInstructionList"), len(a.payin.InstructionList) > 0, grave))
	}, "the bank's instructions aren't shown"},
	{"creation-taken", func(a *answer) (any, grade) {
		got := fmt.Sprint(at(a.method(), "returnUrl"))
		return fmt.Sprintf("returnUrl has %d characters, sent were %d", len(got), len(a.returnURL)), graded(got == a.returnURL, grave)
	}, "which of several creations was taken can't be told, and customers may come back to nowhere"},
	{"read-status", func(a *answer) (any, grade) {
		word := at(a.read, "process.status")
		return word, when(a.read != nil, graded(word != nil || at(a.read, "failureReasonCode") != nil, grave))
	}, "the answer isn't taken"},
	{"waiting-words", func(a *answer) (any, grade) {
		word := strings.ToUpper(a.reading.Status)
		if known.IsStrange(a.reading) {
			a.file.word(word, "PENDING")
		}
		return word, when(word != "", graded(known.StatusOf(a.reading) == known.Pending && !known.IsStrange(a.reading), grave))
	}, "another word than waiting's is polled slowly, and folds how to pay"},
	{"read-terse", func(a *answer) (any, grade) {
		said, _ := at(a.created, "paymentMethodResponse").(map[string]any)
		again, _ := at(a.read, "paymentMethodResponse").(map[string]any)
		gone := slices.DeleteFunc(slices.Sorted(maps.Keys(said)), func(name string) bool { return said[name] == nil || again[name] != nil })
		return fmt.Sprintf("reads leave out %v", gone), when(again != nil, graded(len(gone) == 0, minor))
	}, "what was said stays said, but another device doesn't learn it"},
	{"is-test", func(a *answer) (any, grade) {
		said := at(a.read, "process.isTest")
		_, clear := said.(bool)
		return said, present(said, clear || a.reading.IsTest, grave)
	}, "pages don't say that no real money moves"},
}

// when is the grade of what there is.
func when(there bool, g grade) grade {
	if there {
		return g
	}
	return beside
}

func present(what any, ok bool, otherwise grade) grade {
	return when(what != nil, graded(ok, otherwise))
}
