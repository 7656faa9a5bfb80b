package sandbox_test

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// interface.md, Payout create request: the fields that the table gives every
// payout.
func TestPayoutRequest(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	refusedFor := func(t *testing.T, body, field string) {
		t.Helper()
		if r := f.want(400, token, "POST", "/payouts/refused", body); !strings.Contains(r.raw, `"`+field+`"`) {
			t.Errorf("got %s, want it to name %s", r.raw, field)
		}
	}
	t.Run("Payout request paymentRequested.money", func(t *testing.T) {
		for _, amount := range []string{"0", "-1", "1.001"} {
			refusedFor(t, payout(amount, "THB", thaiTransfer), "paymentRequested.money.amount")
		}
		if r := f.want(200, token, "POST", "/payouts/money", payout("12.30", "THB", thaiTransfer)); !isMoney(r.at("paymentRequested.money")) {
			t.Errorf("got %s", r.raw)
		}
	})
	t.Run("Payout request paymentMethodCode", func(t *testing.T) {
		for _, code := range []string{"", "UNHEARD_OF", "PROMPTPAY", "EMAIL_TRANSFER"} { // the last is for BRL
			refusedFor(t, payout("10", "THB", strings.Replace(thaiTransfer, "BANK_TRANSFER", code, 1)), "paymentMethod.paymentMethodCode")
		}
	})
	t.Run("Payout request account", func(t *testing.T) {
		for _, number := range []string{`5`, `null`, `{}`} {
			refusedFor(t, payout("10", "THB", strings.Replace(thaiTransfer, `"1234567890"`, number, 1)), "paymentMethod.account.accountNumber")
		}
		mexican := `{"paymentMethodCode":"BANK_TRANSFER","account":{"accountName":"Alex","accountNumber":"032180000118359719","accountType":"debit"}}`
		f.want(200, token, "POST", "/payouts/typed", payout("10", "MXN", mexican))
		refusedFor(t, payout("10", "MXN", strings.Replace(mexican, `,"accountType":"debit"`, "", 1)), "paymentMethod.account.accountType")
	})
	t.Run("Payout request paymentOperatorCode", func(t *testing.T) {
		refusedFor(t, payout("10", "THB", strings.Replace(thaiTransfer, `"004"`, `"999"`, 1)), "paymentMethod.paymentOperatorCode")
	})
	t.Run("Payout request emailAddress", func(t *testing.T) {
		wallet := `{"paymentMethodCode":"WALLET_TRANSFER","paymentOperatorCode":"MPESA","account":{"accountName":"Alex"},"phoneNumber":"0712345678"}`
		f.want(200, token, "POST", "/payouts/wallet", payout("10", "KES", wallet))
		f.want(200, token, "POST", "/payouts/wallet-mail", payout("10", "KES", strings.Replace(wallet, `}`, `},"emailAddress":"a@b.co"`, 1)))
		refusedFor(t, payout("10", "KES", strings.Replace(wallet, `}`, `},"emailAddress":1`, 1)), "paymentMethod.emailAddress")
	})
	t.Run("Payout request callbackUrl", func(t *testing.T) {
		l := listen(t, 0)
		f.want(200, token, "POST", "/payouts/called", strings.Replace(payout("10", "THB", thaiTransfer), "http://127.0.0.1:1/cb", l.URL+"/here?a=1", 1))
		f.clock.advance(time.Minute)
		f.deliver()
		if got := l.calls(); !slices.Equal(got, []string{"POST /here?a=1&idPayout=called idPayout=called"}) {
			t.Errorf("got %q", got)
		}
	})
}

// interface.md, Payout status resource: the process object has the payin's
// shape, whatever the payout's outcome.
func TestPayoutProcess(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for _, end := range []string{"", "~refused@1s", "~failed@1s"} {
		f.want(200, token, "POST", "/payouts/p"+end, payout("10", "THB", thaiTransfer))
	}
	for _, ended := range []bool{false, true} {
		for _, end := range []string{"", "~refused@1s", "~failed@1s"} {
			r := f.want(200, token, "GET", "/payouts/p"+end, "")
			process, _ := r.json["process"].(map[string]any)
			checkProcess(t, "payout"+end, process, ended)
			if !hasTexts(r.json["paymentMethodResponse"], "paymentMethodCode", "idPayout") || !isMoney(r.at("paymentRequested.money")) {
				t.Errorf("got %s", r.raw)
			}
		}
		f.clock.advance(time.Minute)
	}
}
