package sandbox_test

import (
	"testing"
	"time"

	"payapp/sandbox"
)

// interface.md, Change history: lines that apply to several methods, or to
// payments in a certain state.
func TestChangeHistoryAcrossMethods(t *testing.T) {
	amountIn := func(r reply, property string) any { return r.at("paymentMethodResponse." + property + ".amount") }
	create := func(t *testing.T, id, code, currency string) reply {
		t.Helper()
		f := setup(t)
		return f.create(f.token(id), id, code, currency, sandbox.SampleAmount(currency))
	}
	t.Run("2.37 vat object added to all payin responses", func(t *testing.T) {
		for _, s := range setup(t).stories("~vat") {
			for when, r := range s.answers() {
				if amountIn(r, "vat") == nil {
					t.Errorf("%s %s %s: got %s", s.Code, s.Currency, when, r.raw)
				}
			}
		}
	})
	for _, line := range []struct{ statement, code string }{
		{"2.11 moneyRequired added for ONLINE", "ONLINE"},
		{"2.8 moneyRequired for OFFLINE", "OFFLINE"},
	} {
		t.Run(line.statement, func(t *testing.T) {
			currencies := 0
			for _, m := range sandbox.Methods() {
				if m.Code != line.code {
					continue
				}
				currencies++
				r := create(t, "o~required", m.Code, m.Currency)
				if required := amountIn(r, "moneyRequired"); required == nil || required == amountIn(r, "money") {
					t.Errorf("%s: got %s", m.Currency, r.raw)
				}
				if plain := create(t, "o", m.Code, m.Currency); amountIn(plain, "moneyRequired") != nil {
					t.Errorf("%s, not asked for: got %s", m.Currency, plain.raw)
				}
			}
			if currencies < 6 {
				t.Errorf("only %d currencies were looked at", currencies)
			}
		})
	}
	t.Run("2.12 Status REFUSED added", func(t *testing.T) {
		f := setup(t)
		f.create(f.token("o~refused@0s"), "o~refused@0s", "PROMPTPAY", "THB", "10")
		if got := f.status(f.token("o~refused@0s"), "o~refused@0s"); got != "REFUSED" {
			t.Errorf("payin: got %v", got)
		}
		general := f.general("DEMO")
		f.want(200, general, "POST", "/payouts/p~refused@0s", payout("10", "THB", thaiTransfer))
		if got := f.want(200, general, "GET", "/payouts/p~refused@0s", "").at("process.status"); got != "REFUSED" {
			t.Errorf("payout: got %v", got)
		}
	})
	t.Run("2.66 Currencies COP, ARS, MXN added", func(t *testing.T) {
		f := setup(t)
		listed := map[any]bool{}
		for _, entry := range f.want(200, f.general("DEMO"), "GET", "/currencies", "").json["data"].([]any) {
			listed[entry.(map[string]any)["code"]] = true
		}
		if !listed["COP"] || !listed["ARS"] || !listed["MXN"] {
			t.Errorf("got %v", listed)
		}
	})
	t.Run("2.2 bankBranch, bankCity and bankProvince deprecated in P2A_V2 and PROMPTPAY responses", func(t *testing.T) {
		for _, m := range []struct{ code, currency string }{{"P2A_V2", "INR"}, {"PROMPTPAY", "THB"}} {
			r := create(t, "o", m.code, m.currency)
			for _, property := range []string{"bankBranch", "bankCity", "bankProvince"} {
				if r.at("paymentMethodResponse.account."+property) != "deprecated" {
					t.Errorf("%s: got %s", m.code, r.raw)
				}
			}
		}
	})
	t.Run("2.33 accountCustomer in DUITNOW responses", func(t *testing.T) {
		f := setup(t)
		token := f.token("o~success@1s")
		created := f.create(token, "o~success@1s", "DUITNOW", "MYR", "10")
		pending := f.want(200, token, "GET", "/payins/o~success@1s", "")
		f.clock.advance(time.Second)
		paid := f.want(200, token, "GET", "/payins/o~success@1s", "")
		const name = "paymentMethodResponse.accountCustomer.accountName"
		if created.at(name) == nil || pending.at(name) != created.at(name) || paid.at(name) != created.at(name) {
			t.Errorf("got %v, %v and %v", created.at(name), pending.at(name), paid.at(name))
		}
	})
}
