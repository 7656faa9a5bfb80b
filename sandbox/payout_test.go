package sandbox_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
	"payapp/sandbox/internal/rules"
)

// general obtains a token for all operations.
func (f *fixture) general(merchant string) string {
	f.t.Helper()
	token, err := f.SignToken(f.t.Context(), sandbox.TokenSpec{MerchantCode: merchant, Validity: 24 * time.Hour, Operations: []string{"POST /.*", "GET /.*"}})
	if err != nil {
		f.t.Fatal(err)
	}
	return token
}

// payout is a creation with the given paymentMethod.
func payout(amount, currency, method string) string {
	return fmt.Sprintf(`{"paymentRequested":{"money":{"amount":%s,"currencyCode":%q}},"paymentMethod":%s,"callbackUrl":"http://127.0.0.1:1/cb"}`, amount, currency, method)
}

const thaiTransfer = `{"paymentMethodCode":"BANK_TRANSFER","paymentOperatorCode":"004","account":{"accountName":"Alex","accountNumber":"1234567890"}}`

// interface.md, Flow for a payout, Payout create response, Payout status
// resource.
func TestPayoutFromCreationToCallback(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	token := f.general("DEMO")
	body := strings.Replace(payout("250.50", "THB", thaiTransfer), "http://127.0.0.1:1/cb", l.URL, 1)
	if got, want := f.want(200, token, "POST", "/payouts/po-1", body).raw,
		`{"paymentRequested":{"money":{"amount":250.50,"currencyCode":"THB"}},"paymentMethodResponse":{"paymentMethodCode":"BANK_TRANSFER","idPayout":"po-1"}}`; got != want {
		t.Errorf("created: got %s", got)
	}
	f.want(409, token, "POST", "/payouts/po-1", body)
	if got := f.want(200, token, "GET", "/payouts/po-1", "").at("process.status"); got != "PROCESSING" {
		t.Errorf("got %v", got)
	}
	f.clock.advance(3 * time.Second)
	f.deliver()
	read := f.want(200, token, "GET", "/payouts/po-1", "")
	if got, want := read.raw, `{"paymentRequested":{"money":{"amount":250.50,"currencyCode":"THB"}},"process":{"status":"SUCCESS","createdAt":"2026-11-21T09:00:00.000Z","processedAt":"2026-11-21T09:00:03.000Z","isTest":true,"processorStatus":"SETTLED"},"fee":{"amount":2.50,"currencyCode":"THB"},"paymentMethodResponse":{"paymentMethodCode":"BANK_TRANSFER","idPayout":"po-1"}}`; got != want {
		t.Errorf("read: got %s\nwant %s", got, want)
	}
	// interface.md, Events: "For a payout it is sent after processing."
	if got := l.calls(); !slices.Equal(got, []string{"POST /?idPayout=po-1 idPayout=po-1"}) {
		t.Errorf("callbacks: got %q", got)
	}
	f.want(404, token, "GET", "/payins/po-1", "")
	f.want(404, f.general("DEMO-BANKS"), "GET", "/payouts/po-1", "")
	if _, page := f.get("/console/payouts/po-1"); !strings.Contains(page, `data-status="SUCCESS"`) {
		t.Error("the console doesn't show the payout")
	}
}

func TestPayoutDirectives(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	f.want(200, token, "POST", "/payouts/po~refused@1s", payout("10", "THB", thaiTransfer))
	f.clock.advance(time.Second)
	if got := f.want(200, token, "GET", "/payouts/po~refused@1s", "").at("process.status"); got != "REFUSED" {
		t.Errorf("got %v", got)
	}
	if _, err := f.call(token, "POST", "/payouts/po~lost", payout("10", "THB", thaiTransfer)); err == nil {
		t.Error("the answer wasn't lost")
	}
	f.want(409, token, "POST", "/payouts/po~lost", payout("10", "THB", thaiTransfer))
	if r := f.want(406, token, "POST", "/payouts/po~refuse-security", payout("10", "THB", thaiTransfer)); r.json["code"] != "SECURITY_CHECK_FAILED" {
		t.Errorf("got %s", r.raw)
	}
	f.want(404, token, "GET", "/payouts/po~refuse-security", "")
}

// interface.md, Payout create request: the mandatory fields, and the values of
// accountType.
func TestPayoutMandatoryFields(t *testing.T) {
	const account = `"account":{"accountName":"Alex","accountNumber":"1234567890"}`
	for _, c := range []struct{ statement, currency, good, field, without string }{
		{
			"phoneNumber is mandatory for bank transfer in COP", "COP",
			`{"paymentMethodCode":"BANK_TRANSFER","paymentOperatorCode":"NEQUI",` + account + `,"phoneNumber":"+573001234567","identifyingReference":"1020304050"}`,
			"phoneNumber", `"phoneNumber":"+573001234567",`,
		},
		{
			"identifyingReference is mandatory for bank transfer in COP", "COP",
			`{"paymentMethodCode":"BANK_TRANSFER","paymentOperatorCode":"NEQUI",` + account + `,"phoneNumber":"+573001234567","identifyingReference":"1020304050"}`,
			"identifyingReference", `,"identifyingReference":"1020304050"`,
		},
		{
			"identifyingReference is mandatory for bank transfer in ARS", "ARS",
			`{"paymentMethodCode":"BANK_TRANSFER",` + account + `,"identifyingReference":"20267565393"}`, "identifyingReference", `,"identifyingReference":"20267565393"`,
		},
		{
			"BankTransferMethod in MXN, account.accountType is mandatory", "MXN",
			`{"paymentMethodCode":"BANK_TRANSFER","account":{"accountName":"Alex","accountNumber":"032180000118359719","accountType":"debit"}}`, "account.accountType", `,"accountType":"debit"`,
		},
		{
			"phoneNumber mandatory for wallet-transfer in GHS", "GHS",
			`{"paymentMethodCode":"WALLET_TRANSFER","paymentOperatorCode":"MTN","account":{"accountName":"Alex"},"phoneNumber":"+233241234567"}`, "phoneNumber", `,"phoneNumber":"+233241234567"`,
		},
		{
			"phoneNumber mandatory for wallet-transfer in KES", "KES",
			`{"paymentMethodCode":"WALLET_TRANSFER","paymentOperatorCode":"MPESA","account":{"accountName":"Alex"},"phoneNumber":"0712345678"}`, "phoneNumber", `,"phoneNumber":"0712345678"`,
		},
		{
			"2.56 WalletTransferMethod account.accountName mandatory for GHS", "GHS",
			`{"paymentMethodCode":"WALLET_TRANSFER","paymentOperatorCode":"MTN","account":{"accountName":"Alex"},"phoneNumber":"+233241234567"}`, "account.accountName", `"accountName":"Alex"`,
		},
		{
			"2.56 WalletTransferMethod account.accountName mandatory for KES", "KES",
			`{"paymentMethodCode":"WALLET_TRANSFER","paymentOperatorCode":"MPESA","account":{"accountName":"Alex"},"phoneNumber":"0712345678"}`, "account.accountName", `"accountName":"Alex"`,
		},
	} {
		t.Run(c.statement, func(t *testing.T) {
			f := setup(t)
			token := f.general("DEMO")
			bad := strings.Replace(c.good, c.without, "", 1)
			if bad == c.good {
				t.Fatal("nothing was taken away")
			}
			if r := f.want(400, token, "POST", "/payouts/po-1", payout("100", c.currency, bad)); !strings.Contains(r.raw, `"paymentMethod.`+c.field+`"`) {
				t.Errorf("got %s", r.raw)
			}
			f.want(200, token, "POST", "/payouts/po-1", payout("100", c.currency, c.good))
		})
	}
}

// interface.md, Change history 2.64: the payout methods of Brazil, each with
// its key.
func TestPayoutMethodObjects(t *testing.T) {
	for name, method := range map[string]string{
		"EmailTransferMethod":       `{"paymentMethodCode":"EMAIL_TRANSFER","emailAddress":"a@b.co"}`,
		"PhoneNumberTransferMethod": `{"paymentMethodCode":"PHONE_NUMBER_TRANSFER","phoneNumber":"+5511987654321"}`,
		"RandomKeyTransferMethod":   `{"paymentMethodCode":"RANDOM_KEY_TRANSFER","account":{"accountNumber":"123e4567-e89b-12d3-a456-426614174000"}}`,
		"TaxPayerIdTransferMethod":  `{"paymentMethodCode":"TAX_PAYER_ID_TRANSFER","identifyingReference":"52998224725"}`,
	} {
		t.Run(name, func(t *testing.T) {
			f := setup(t)
			token := f.general("DEMO")
			f.want(200, token, "POST", "/payouts/po-1", payout("100", "BRL", method))
			f.want(400, token, "POST", "/payouts/po-2", payout("100", "THB", method))
			f.clock.advance(time.Minute)
			if got := f.want(200, token, "GET", "/payouts/po-1", "").at("process.status"); got != "SUCCESS" {
				t.Errorf("got %v", got)
			}
		})
	}
}

// interface.md, Method-specific data rules: "Payout accountType for JPY accepts
// private, corporate, general and current"; Change history 2.71:
// "WalletTransferMethod: emailAddress optional".
func TestPayoutOptionalFields(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for i, kind := range []string{"private", "corporate", "general", "current"} {
		f.want(200, token, "POST", fmt.Sprintf("/payouts/po-%d", i), payout("100", "JPY", `{"paymentMethodCode":"BANK_TRANSFER","paymentOperatorCode":"0005","account":{"accountName":"Alex","accountNumber":"1234567","accountType":"`+kind+`"}}`))
	}
	f.want(400, token, "POST", "/payouts/po-x", payout("100", "JPY", `{"paymentMethodCode":"BANK_TRANSFER","paymentOperatorCode":"0005","account":{"accountName":"Alex","accountNumber":"1234567","accountType":"savings"}}`))
	f.want(200, token, "POST", "/payouts/po-w", payout("100", "KES", `{"paymentMethodCode":"WALLET_TRANSFER","paymentOperatorCode":"MPESA","account":{"accountName":"Alex"},"phoneNumber":"0712345678","emailAddress":"a@b.co"}`))
	f.want(400, token, "POST", "/payouts/po-y", payout("100", "KPW", thaiTransfer))
	f.want(400, token, "POST", "/payouts/po-z", payout("0", "THB", thaiTransfer))
}

// Balances add up: a payin credits the order's amount, a payout costs its
// amount and fee unless it ends without success.
func TestBalancesAddUp(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	balance := func(want string) {
		t.Helper()
		if got := f.want(200, token, "GET", "/balances?currencies=THB", "").raw; got != `{"data":[{"amount":`+want+`,"currencyCode":"THB"}]}` {
			t.Errorf("balance: got %s, want %s", got, want)
		}
	}
	balance("1000000.00")
	f.create(token, "o~success@1s~required", "PROMPTPAY", "THB", "1000.50")
	balance("1000000.00")
	f.clock.advance(time.Second)
	balance("1001000.50")
	f.want(200, token, "POST", "/payouts/po-1", payout("500", "THB", thaiTransfer))
	f.want(200, token, "POST", "/payouts/po-2~failed@1s", payout("100.33", "THB", thaiTransfer))
	balance("1000394.17") // 505 and 100.33 + 1.00 are held
	f.clock.advance(time.Minute)
	balance("1000495.50")

	// A payout above the balance is refused and costs nothing.
	f.want(200, token, "POST", "/payouts/po-3", payout("1000000", "THB", thaiTransfer))
	f.clock.advance(time.Minute)
	if got := f.want(200, token, "GET", "/payouts/po-3", "").at("process.status"); got != "REFUSED" {
		t.Errorf("got %v, want REFUSED", got)
	}
	for i, directive := range []string{"success@0s", "strange@0s", "failed-security@0s"} {
		id := fmt.Sprintf("/payouts/po-4%d~%s", i, directive)
		f.want(200, token, "POST", id, payout("5000000", "THB", thaiTransfer))
		if r := f.want(200, token, "GET", id, ""); r.at("process.status") != "REFUSED" {
			t.Errorf("%s: got %s", directive, r.raw)
		}
	}
	balance("1000495.50")
	if got := f.want(200, f.general("DEMO-NONAME"), "GET", "/balances?currencies=THB", "").raw; !strings.Contains(got, "1000000.00") {
		t.Errorf("another merchant: got %s", got)
	}
}

// interface.md, Endpoints 3: values are comma-separated; unsupported and
// invalid ones are ignored.
func TestEndpointsRule3CommaSeparated(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	all := len(rules.AllCurrencies())
	for query, want := range map[string]int{"?currencies=THB,XYZ,,VND,THB": 2, "?currencies=XYZ": 0, "": all, "?currencies=": 0, "?other=1": all} {
		r := f.want(200, token, "GET", "/balances"+query, "")
		if data, ok := r.json["data"].([]any); !ok || len(data) != want {
			t.Errorf("%q: got %s", query, r.raw)
		}
	}
	if r := f.want(200, token, "GET", "/payment-operators?currencies=KES,nothing", ""); r.raw != `{"data":[{"code":"MPESA","name":"M-PESA","currencyCode":"KES"},{"code":"AIRTEL","name":"Airtel Money","currencyCode":"KES"}]}` {
		t.Errorf("operators: got %s", r.raw)
	}
}

// interface.md, Endpoints: the code lists and rates; Change history 2.55:
// paymentTypeCode TOPUP_WALLET.
func TestCodeLists(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for path, holds := range map[string]string{
		"/currencies":        `{"code":"USDT","name":"Tether"}`,
		"/payment-operators": `{"code":"004","name":"Kasikornbank","currencyCode":"THB"}`,
		"/topup-options":     `"paymentTypeCode":"TOPUP_WALLET","currencyCode":"USDT"`,
		"/topup-options?paymentTypeCode=TOPUP_WALLET": `"paymentTypeCode":"TOPUP_WALLET"`,
		"/topup-options?paymentTypeCode=SOMETHING":    `"paymentTypeCode":"TOPUP_WALLET"`,
		"/fx-rates":      `{"currencyCodeFrom":"USDT","currencyCodeTo":"THB","rate":32.45}`,
		"/fx-rate-pairs": `{"currencyCodeFrom":"USDT","currencyCodeTo":"THB"}`,
	} {
		if got := f.want(200, token, "GET", path, "").raw; !strings.Contains(got, holds) {
			t.Errorf("%s: got %s", path, got)
		}
		f.want(403, f.token("o-1"), "GET", path, "")
	}
	if got := f.want(200, token, "GET", "/currencies", "").raw; strings.Contains(got, `"name":""`) {
		t.Errorf("a currency has no name: %s", got)
	}
}
