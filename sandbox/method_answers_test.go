package sandbox_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
	"payapp/sandbox/internal/payload"
)

// What each method's response contains, by interface.md and the assumptions,
// and what it doesn't.
func TestMethodAnswers(t *testing.T) {
	for key, want := range map[string]string{
		"ONLINE/THB":             "redirectUrl",
		"NETBANKING/INR":         "redirectUrl",
		"FPX/MYR":                "redirectUrl",
		"PSE/COP":                "redirectUrl",
		"NEDBANK_DIRECT_EFT/ZAR": "redirectUrl",
		"EWALLET/IDR":            "redirectUrl paymentOperator.name",
		"OFFLINE/THB":            "account.accountNumber account.bankName reference !qrCode",
		"OFFLINE/VND":            "account.accountNumber reference qrCode qrName",
		"OFFLINE/LAK":            "account.accountNumber reference qrCode qrName",
		"OFFLINE/JPY":            "account.accountNumber emailAddress",
		"OFFLINE/ARS":            "account.accountNumber taxId",
		"P2A_V2/INR":             "account.accountNumber account.bankCode paymentAddress.name paymentAddress.idAddress paymentOperator.code reference",
		"VAPAY/TWD":              "account.accountNumber paymentOperator.name paymentInstructionList phoneNumber emailAddress",
		"CODE_PAYMENT/TWD":       "reference paymentLocationCustomer.city paymentOperator.name phoneNumber",
		"CRYPTO_OFFLINE/USDT":    "account.accountNumber paymentOperator.name qrCode",
		"UPIQR/INR":              "upiQrDeepLink !qrCode",
		"PROMPTPAY/THB":          "qrCode accountCustomer.accountNumber !moneyRequired",
		"DUITNOW/MYR":            "qrCode moneyRequired.amount paymentOperator.code",
		"VIETQR/VND":             "qrCode account.accountNumber",
		"QRISPAY/IDR":            "qrCode",
		"QRPH/PHP":               "qrCode",
		"PIXQR/BRL":              "qrCode",
		"ZAPPER_QR/ZAR":          "qrCode redirectUrl",
		"BANKA_PAY/ZAR":          "accountCustomer.accountName !redirectUrl !accountCustomerUsedForPayment",
		"UPI_COLLECT/INR":        "phoneNumber accountCustomer.accountName",
		"MOBILE_MONEY/KES":       "phoneNumber paymentOperator.name",
	} {
		f := setup(t)
		code, currency, _ := strings.Cut(key, "/")
		r := f.create(f.token("o-1"), "o-1", code, currency, sandbox.SampleAmount(currency))
		for part := range strings.FieldsSeq(want + " idPayin paymentMethodCode money.amount expireAt returnUrl !vat !externalReference") {
			name, absent := strings.CutPrefix(part, "!")
			if got := r.at("paymentMethodResponse." + name); (got == nil) != absent {
				t.Errorf("%s: %s is %v, absent wanted: %v", key, name, got, absent)
			}
		}
		if code, ok := r.at("paymentMethodResponse.qrCode").(string); ok && strings.HasPrefix(code, "0002") {
			if _, err := payload.ParseEMV(code); err != nil {
				t.Errorf("%s: %v", key, err)
			}
		}
	}
}

// A link opens wallets that have an app of their own.
func TestWalletLinks(t *testing.T) {
	for wallet, prefix := range map[string]string{"OVO": "http://", "GOPAY": "gojek://", "SHOPEEPAY": "shopeeid://"} {
		f := setup(t)
		r := f.want(200, f.token("o-1"), "POST", "/payins/o-1", f.payinBody("EWALLET", "IDR", "150000", put("paymentOperatorCode", wallet)))
		if got, _ := r.at("paymentMethodResponse.redirectUrl").(string); !strings.HasPrefix(got, prefix) {
			t.Errorf("%s: got %q", wallet, got)
		}
	}
}

// PAY_ME asks on the phone if there is a phone number, otherwise it redirects.
func TestPayMe(t *testing.T) {
	f := setup(t)
	phone := f.want(200, f.token("o-1"), "POST", "/payins/o-1", f.payinBody("PAY_ME", "ZAR", "10", put("phoneNumber", "+27821234567")))
	bank := f.want(200, f.token("o-2"), "POST", "/payins/o-2", f.payinBody("PAY_ME", "ZAR", "10", remove("phoneNumber")))
	if phone.at("paymentMethodResponse.redirectUrl") != nil || bank.at("paymentMethodResponse.redirectUrl") == nil {
		t.Errorf("got %s and %s", phone.raw, bank.raw)
	}
}

// interface.md, Change history 2.63, and the accounts endpoint (2.44): the
// account in the request is there after creation, the payer's after success.
func TestAccounts(t *testing.T) {
	for _, c := range []struct {
		code, currency string
		onRead         bool
	}{{"BANKB_PAY", "ZAR", true}, {"UPIQR", "INR", true}, {"BANKA_PAY", "ZAR", false}} {
		f := setup(t)
		token, err := f.SignToken(t.Context(), sandbox.TokenSpec{Operations: []string{"POST /payins/.*", "GET /payins/.*"}})
		if err != nil {
			t.Fatal(err)
		}
		f.create(token, "o-1", c.code, c.currency, sandbox.SampleAmount(c.currency))
		before := f.want(200, token, "GET", "/payins/o-1/accounts", "")
		if before.at("accountCustomer") == nil || before.at("accountCustomerUsedForPayment") != nil {
			t.Errorf("%s before: got %s", c.code, before.raw)
		}
		f.setStatus("o-1", "SUCCESS")
		if after := f.want(200, token, "GET", "/payins/o-1/accounts", ""); after.at("accountCustomerUsedForPayment.accountNumber") == nil {
			t.Errorf("%s after: got %s", c.code, after.raw)
		}
		if read := f.want(200, token, "GET", "/payins/o-1", ""); (read.at("paymentMethodResponse.accountCustomerUsedForPayment") != nil) != c.onRead {
			t.Errorf("%s on read: got %s", c.code, read.raw)
		}
	}
}

// interface.md, Limits: the external reference has exactly 12 digits;
// Change history 2.39: it is in the responses of P2A_V2 and UPIQR.
func TestExternalReference(t *testing.T) {
	for _, code := range []string{"P2A_V2", "UPIQR"} {
		f := setup(t)
		token := f.token("o-1")
		f.create(token, "o-1", code, "INR", "499")
		bads := []string{"", strings.Repeat("1", 65)}
		if code == "P2A_V2" {
			bads = append(bads, "43211234567", "4321123456789", "43211234567a", "٤٣٢١١٢٣٤٥٦٧٨")
		}
		for _, bad := range bads {
			if r := f.want(400, token, "POST", "/payins/o-1/externalReference", `{"reference":"`+bad+`"}`); !strings.Contains(r.raw, `"fields":["reference"]`) {
				t.Errorf("%q: got %s", bad, r.raw)
			}
		}
		for range 2 {
			f.want(200, token, "POST", "/payins/o-1/externalReference", `{"reference":"432112345678"}`)
		}
		f.want(409, token, "POST", "/payins/o-1/externalReference", `{"reference":"432112345679"}`)
		if got := f.want(200, token, "GET", "/payins/o-1", "").at("paymentMethodResponse.externalReference.reference"); got != "432112345678" {
			t.Errorf("%s: got %v", code, got)
		}
	}
	f := setup(t)
	token := f.token("o-1")
	f.create(token, "o-1", "PROMPTPAY", "THB", "10")
	f.want(400, token, "POST", "/payins/o-1/externalReference", `{"reference":"432112345678"}`)
	f.want(404, f.token("o-2"), "POST", "/payins/o-2/externalReference", `{"reference":"432112345678"}`)
}

// P2A_V2 succeeds once it is paid and has its reference, in either order.
func TestReferenceThenPayment(t *testing.T) {
	f := setup(t)
	token := f.token("o-1")
	f.create(token, "o-1", "P2A_V2", "INR", "499")
	f.want(200, token, "POST", "/payins/o-1/externalReference", `{"reference":"432112345678"}`)
	if got := f.status(token, "o-1"); got != "PENDING" {
		t.Errorf("named, not paid: got %v", got)
	}
	f.play("/scan/o-1", "pay-stay")
	f.clock.advance(2 * time.Second)
	if got := f.status(token, "o-1"); got != "SUCCESS" {
		t.Errorf("named and paid: got %v", got)
	}
}

// interface.md, Payment methods: UPIQR's reference is not required when the
// customer's UPI id is provided.
func TestReferenceOfUPIQR(t *testing.T) {
	for id, c := range map[string]struct {
		given any
		want  string
	}{"with": {"customer.1001@okaxis", "SUCCESS"}, "without": {"", "PROCESSING"}} {
		f := setup(t)
		token := f.token(id)
		f.want(200, token, "POST", "/payins/"+id, f.payinBody("UPIQR", "INR", "499", put("account.accountNumber", c.given)))
		f.play("/scan/"+id, "pay-stay")
		f.clock.advance(2 * time.Second)
		if got := f.status(token, id); got != c.want {
			t.Errorf("%s a UPI id: got %v, want %s", id, got, c.want)
		}
		f.want(200, token, "POST", "/payins/"+id+"/externalReference", `{"reference":"432112345678"}`)
		f.clock.advance(2 * time.Second)
		if got := f.status(token, id); got != "SUCCESS" {
			t.Errorf("%s a UPI id, and a reference: got %v", id, got)
		}
	}
}

// play acts on a bank, approve or scan page, and returns where it leads.
func (f *fixture) play(path, action string) string {
	f.t.Helper()
	response, _ := f.submit(path, url.Values{"action": {action}})
	return response.Header.Get("Location")
}

func TestPlayPages(t *testing.T) {
	for action, want := range map[string]struct{ status, leads string }{
		"pay": {"PROCESSING", "https://shop.example.com/back"}, "pay-stay": {"PROCESSING", "bank"},
		"refuse": {"REFUSED", "https://shop.example.com/back"}, "fail": {"FAILED", "https://shop.example.com/back"},
		"cancel": {"CANCELED", "https://shop.example.com/back"}, "dance": {"PENDING", ""},
	} {
		f := setup(t)
		token := f.token("o-1")
		bank, err := url.Parse(f.create(token, "o-1", "ONLINE", "THB", "10").at("paymentMethodResponse.redirectUrl").(string))
		if err != nil {
			t.Fatal(err)
		}
		if want.leads == "bank" {
			want.leads = bank.Path
		}
		if got := f.play(bank.Path, action); got != want.leads {
			t.Errorf("%s leads to %q, want %q", action, got, want.leads)
		}
		if got := f.status(token, "o-1"); got != want.status {
			t.Errorf("%s: got %v, want %s", action, got, want.status)
		}
		response, page := f.get(bank.Path)
		if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "form-action 'self' https://shop.example.com;") {
			t.Errorf("policy %q", policy)
		}
		if action != "dance" && strings.Contains(page, `data-action="pay"`) {
			t.Errorf("%s: the page still asks", action)
		}
		if !strings.Contains(page, `data-action="return-post"`) {
			t.Errorf("%s: no way back by POST", action)
		}
	}
}
