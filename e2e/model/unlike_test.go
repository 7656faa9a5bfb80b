package model

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"time"

	"pgregory.net/rapid"

	"payapp/internal/testing/dialect"
)

// kinds of payments beside a gateway unlike the sandbox: each way to pay, with what its
// answers need to know of the method.
var unlike = []struct {
	order
	row dialect.Row
}{
	{order{"code", "1234.50", "THB", []string{"paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567"}}, dialect.Row{Code: "PROMPTPAY", Usual: "qr"}},
	{order{"link", "750", "INR", []string{"paymentMethodCode", "UPIQR"}}, dialect.Row{Code: "UPIQR", Usual: "qr", QRLink: true}},
	{order{"number", "499", "INR", []string{"paymentMethodCode", "P2A_V2"}}, dialect.Row{Code: "P2A_V2", Usual: "transfer"}},
	{order{"transfer", "1500", "JPY", []string{"paymentMethodCode", "OFFLINE"}}, dialect.Row{Code: "OFFLINE", Usual: "transfer", HasOperators: true}},
	{order{"store", "800", "TWD", []string{"paymentMethodCode", "CODE_PAYMENT"}}, dialect.Row{Code: "CODE_PAYMENT", Usual: "store-code", HasOperators: true}},
	{order{"coins", "12.5", "USDT", []string{"paymentMethodCode", "CRYPTO_OFFLINE"}}, dialect.Row{Code: "CRYPTO_OFFLINE", Usual: "crypto", HasOperators: true}},
	{order{"bank", "10", "THB", []string{"paymentMethodCode", "ONLINE"}}, dialect.Row{Code: "ONLINE", Usual: "redirect", HasOperators: true}},
	{order{"app", "99.90", "ZAR", []string{"paymentMethodCode", "BANKA_PAY"}}, dialect.Row{Code: "BANKA_PAY", Usual: "approve"}},
	{order{"two", "60", "THB", nil}, dialect.Row{Code: "PROMPTPAY", Usual: "qr"}},
}

// expect is an order beside such a gateway, with its first link.
func (w *world) expect(kind string, d dialect.Dialect, opaque bool) *payment {
	for _, k := range unlike {
		if k.name != kind {
			continue
		}
		rows := []dialect.Row{k.row}
		if k.name == "two" {
			rows = append(rows, dialect.Row{Code: "ONLINE", Usual: "redirect"})
		}
		for i := range rows {
			rows[i].Currency = k.currency
		}
		p := &payment{world: w, merchant: "DEMO", id: "order-" + string(rune('a'+len(w.payments))), order: k.order, opaque: opaque, bare: d.Info != ""}
		w.other.Expect(p.id, d, rows...)
		w.payments = append(w.payments, p)
		p.link(k.amount, 100*time.Hour)
		return p
	}
	panic("no such order: " + kind)
}

// left are parts that reads may leave out.
var left = []string{
	"qrCode", "account", "upiQrDeepLink", "paymentAddress", "redirectUrl", "paymentInstructionList", "moneyRequired", "expireAt",
	"paymentOperator", "reference",
}

// aDialect draws a gateway's habits.
func aDialect(t *rapid.T) dialect.Dialect {
	rarely := func(label string) bool { return rapid.IntRange(0, 3).Draw(t, label) == 0 }
	d := dialect.Dialect{
		Withdraws: rapid.Bool().Draw(t, "withdraws"),
		Info:      rapid.SampledFrom([]dialect.Info{dialect.Channel, dialect.Channel, dialect.Refused, dialect.Missing, dialect.Unknown}).Draw(t, "merchant-info"),
		ExpireIn:  time.Duration(rapid.SampledFrom([]int{0, 0, 10, 60}).Draw(t, "deadline, min")) * time.Minute,
	}
	d.Terse = d.Withdraws || rarely("terse")
	if rarely("terser") || d.Withdraws {
		d.Omits = left
	} else if rarely("leaves out one") {
		d.Omits = []string{oneOf(t, "leaves out", left...)}
	}
	if rarely("another amount") {
		d.Requires = "1499"
		if rapid.Bool().Draw(t, "in the creation alone") {
			d.Omits = append(slices.Clone(d.Omits), "moneyRequired")
		}
	}
	if rapid.Bool().Draw(t, "no number") {
		d.Number = rapid.SampledFrom(refusals).Draw(t, "number")
	}
	if rarely("behind") && d.ExpireIn > 0 {
		d.Skew = -2 * time.Minute
	}
	if rarely("loses") {
		for range 3 {
			d.Loses = append(d.Loses, rapid.SampledFrom([]dialect.Loss{
				dialect.Error, dialect.Reset, dialect.Cut, dialect.Garbage, dialect.Blank, dialect.Conflict, dialect.Failed, dialect.Errors,
				dialect.Unprocessed, dialect.Answered(302), dialect.Answered(400), dialect.Answered(403), dialect.Answered(404),
			}).Draw(t, "answer to a creation"))
		}
	}
	d.Fickle = rarely("fickle")
	d.Silent, d.Hidden = rarely("silent"), rarely("hidden") && rarely("hidden, really")
	d.Pending = oneOf(t, "word", "", "", "CREATED", "AWAITING")
	return d
}

// dialect draws them, and after that what this crowd adds.
func (k crowd) dialect(t *rapid.T) dialect.Dialect {
	d := aDialect(t)
	if d.Lags = k.lags; k.codes {
		d.Loses = slices.Repeat([]dialect.Loss{dialect.Answered(rapid.SampledFrom([]int{406, 406, 400, 422}).Draw(t, "refused with"))}, 3)
		d.Excuse = rapid.SampledFrom(dialect.Bodies(rapid.SampledFrom(dialect.Reasons).Draw(t, "code"))).Draw(t, "body")
	}
	return d
}

// refusals of a number; 0 is none, and 200 a page of HTML.
var refusals = []int{0, 401, 403, 404, 409, 400, 422, 500, 200}

// words of gateways; some are nobody's.
var words = []string{
	"PENDING", "PROCESSING", "VALIDATING", "PAYMENT_RECEIVED", "PARTIALLY_PAID", "SETTLED", "NEW_WORD", "AWAITING",
	"REFUSED", "ERROR", "TIMEOUT", "EXPIRED", "CANCELED", "FAILED", "PAID", "REFUNDED", "VOID",
}

// actGateway moves a payment at a gateway that isn't the sandbox.
func (w *world) actGateway(t *rapid.T) {
	p := w.aPayment(t)
	if s := w.other.State(p.id); !s.Exists || s.Void {
		return
	}
	what := oneOf(t, "move", "word", "word", "word", "reason", "another way", "stray", "paid", "otherwise", "amount", "leaves out", "number", "shows", "name")
	w.tell("the gateway of %s: %s", p.id, what)
	switch what {
	case "word":
		word := rapid.SampledFrom(words).Draw(t, "word")
		w.tell("%s is %s", p.id, word)
		w.other.Say(p.id, word, "")
	case "reason": // the last attempt's, beside a word that goes on
		w.other.Say(p.id, oneOf(t, "word", "PENDING", "OPEN", "VALIDATING"), dialect.Reasons[0])
	case "another way":
		w.other.Another(p.id)
	case "stray":
		w.other.Stray(p.id, rapid.SampledFrom([]int{401, 403}).Draw(t, "stray"))
	case "paid":
		w.other.Pay(p.id)
	case "otherwise":
		money := rapid.SampledFrom([][2]string{{"5", p.order.currency}, {"99999", p.order.currency}, {"35", "USD"}}).Draw(t, "money")
		w.other.Receive(p.id, money[0], money[1])
	case "amount":
		w.other.Require(p.id, oneOf(t, "amount to pay", "", "1499", "1501"))
	case "leaves out":
		w.other.Omit(p.id, rapid.SampledFrom([][]string{nil, left, {"moneyRequired"}, {"qrCode", "account"}}).Draw(t, "leaves out")...)
	case "number":
		w.other.Number(p.id, rapid.SampledFrom(refusals).Draw(t, "number"))
	case "shows":
		w.other.Show(p.id)
	case "name":
		w.other.Rename(p.id, rapid.SampledFrom([]dialect.Info{dialect.Channel, dialect.Unknown, dialect.Refused}).Draw(t, "merchant-info"))
	}
}

// actForward does what the pages ask for, as most people do.
func (w *world) actForward(t *rapid.T) {
	tab := w.aTab(t)
	for range rapid.IntRange(1, 4).Draw(t, "steps") {
		at := slices.IndexFunc(buttons(tab.page), func(b button) bool {
			return slices.Contains([]string{"submit-reference", "pay", "continue"}, b.action)
		})
		if at < 0 {
			return
		}
		tab.do(buttons(tab.page)[at].action, "")
		tab.awaited()
	}
}

// actLookAll: everybody looks, twice, so that all know what is known.
func (w *world) actLookAll(*rapid.T) {
	w.tell("everybody looks")
	for _, pause := range []time.Duration{3 * time.Second, 100 * time.Millisecond} {
		w.sleep(pause)
		for _, c := range w.people {
			for _, t := range c.tabs {
				t.reload()
			}
		}
	}
	w.judgePairs()
}

// askOther reads a payment as its merchant does.
func (w *world) askOther(p *payment) (int, string) {
	r := httptest.NewRequest(http.MethodGet, "/payins/"+url.PathEscape(p.id), http.NoBody)
	r.Header.Set("Authorization", "Bearer "+p.id)
	r.Header.Set("X-API-Version", "2")
	answer := httptest.NewRecorder()
	w.other.ServeHTTP(answer, r)
	return answer.Code, answer.Body.String()
}
