package sandbox_test

import (
	"slices"
	"strings"
	"testing"

	"payapp/sandbox"
)

// claim is what a line of interface.md's change history means for one method
// and currency.
type claim struct {
	version, statement string
	code, currency     string
	takes, value       string // the request may contain this
	demands            string // the request must contain this
	answers            string // the creation's answer contains this
	given              string // … if the request contained this
}

// interface.md, Change history: each line that says what a payin accepts,
// requires or answers. Lines about payouts, lists and tokens are tested with
// those.
func TestChangeHistory(t *testing.T) {
	for _, c := range []claim{
		{version: "2.80", statement: "Method ZapperQr-type added", code: "ZAPPER_QR", currency: "ZAR", answers: "qrCode"},
		{version: "2.80", statement: "customerName added to the BANKA_PAY request", code: "BANKA_PAY", currency: "ZAR", takes: "customerName.lastName", value: "Example"},
		{version: "2.79", statement: "FpxMethod collects account.accountType as mandatory for MYR", code: "FPX", currency: "MYR", demands: "account.accountType"},
		{version: "2.78", statement: "customerName added to the BANKB_PAY request", code: "BANKB_PAY", currency: "ZAR", takes: "customerName.lastName", value: "Example"},
		{version: "2.76", statement: "UpiCollect accountName mandatory", code: "UPI_COLLECT", currency: "INR", demands: "account.accountName"},
		{version: "2.76", statement: "UpiCollect phoneNumber mandatory", code: "UPI_COLLECT", currency: "INR", demands: "phoneNumber"},
		{version: "2.76", statement: "UpiCollect response optional phoneNumber", code: "UPI_COLLECT", currency: "INR", answers: "phoneNumber"},
		{version: "2.76", statement: "UpiCollect response accountCustomer.accountName", code: "UPI_COLLECT", currency: "INR", answers: "accountCustomer.accountName"},
		{version: "2.75", statement: "Nedbank-type direct EFT method added", code: "NEDBANK_DIRECT_EFT", currency: "ZAR", answers: "redirectUrl"},
		{version: "2.73", statement: "UpiCollect method added", code: "UPI_COLLECT", currency: "INR", answers: "expireAt"},
		{version: "2.72", statement: "accountCustomer.accountName added to responses of BANKA_PAY", code: "BANKA_PAY", currency: "ZAR", answers: "accountCustomer.accountName"},
		{version: "2.72", statement: "accountCustomer.accountName added to responses of PAYSHAP", code: "PAYSHAP", currency: "ZAR", answers: "accountCustomer.accountName"},
		{version: "2.71", statement: "PAYSHAP accountName mandatory", code: "PAYSHAP", currency: "ZAR", demands: "account.accountName"},
		{version: "2.69", statement: "BANKB_PAY account.accountNumber optional for ZAR", code: "BANKB_PAY", currency: "ZAR", takes: "account.accountNumber", value: "62000000000"},
		{version: "2.68", statement: "Colombian-market method added", code: "PSE", currency: "COP", answers: "redirectUrl"},
		{version: "2.66", statement: "CODE_PAYMENT phoneNumber added", code: "CODE_PAYMENT", currency: "TWD", demands: "phoneNumber"},
		{version: "2.66", statement: "CODE_PAYMENT emailAddress added", code: "CODE_PAYMENT", currency: "TWD", demands: "emailAddress"},
		{version: "2.66", statement: "CODE_PAYMENT paymentLocation added", code: "CODE_PAYMENT", currency: "TWD", demands: "paymentLocation", answers: "paymentLocationCustomer.city"},
		{version: "2.66", statement: "VAPAY paymentLocation", code: "VAPAY", currency: "TWD", takes: "paymentLocation.city", value: "Taipei", answers: "paymentLocationCustomer.city", given: "paymentLocation.city"},
		{version: "2.66", statement: "VAPAY emailAddress", code: "VAPAY", currency: "TWD", answers: "emailAddress"},
		{version: "2.66", statement: "currency ARS", code: "OFFLINE", currency: "ARS", demands: "taxId", answers: "taxId"},
		{version: "2.64", statement: "phoneNumber for VAPAY responses", code: "VAPAY", currency: "TWD", answers: "phoneNumber"},
		{version: "2.64", statement: "phoneNumber for OFFLINE responses", code: "OFFLINE", currency: "THB", takes: "phoneNumber", value: "+66812345678", answers: "phoneNumber", given: "phoneNumber"},
		{version: "2.64", statement: "FPX method added", code: "FPX", currency: "MYR", answers: "redirectUrl"},
		{version: "2.62", statement: "BRL currency and PIXQR added", code: "PIXQR", currency: "BRL", answers: "qrCode"},
		{version: "2.61", statement: "CodePaymentMethod email mandatory", code: "CODE_PAYMENT", currency: "TWD", demands: "emailAddress"},
		{version: "2.59", statement: "qrCode also for LAK", code: "OFFLINE", currency: "LAK", answers: "qrCode"},
		{version: "2.59", statement: "accountCustomer.accountNumber for OFFLINE", code: "OFFLINE", currency: "THB", takes: "account.accountNumber", value: "1234567890", answers: "accountCustomer.accountNumber", given: "account.accountNumber"},
		{version: "2.59", statement: "CodePaymentMethod accountName mandatory", code: "CODE_PAYMENT", currency: "TWD", demands: "account.accountName"},
		{version: "2.56", statement: "PAYSHAP added", code: "PAYSHAP", currency: "ZAR", answers: "expireAt"},
		{version: "2.53", statement: "BANKA_PAY added", code: "BANKA_PAY", currency: "ZAR", answers: "expireAt"},
		{version: "2.51", statement: "accountName accepts numerals", code: "OFFLINE", currency: "KRW", takes: "account.accountName", value: "Kim 2"},
		{version: "2.51", statement: "MobileMoney accountName mandatory", code: "MOBILE_MONEY", currency: "GHS", demands: "account.accountName"},
		{version: "2.50", statement: "TWD currency, CODE_PAYMENT added", code: "CODE_PAYMENT", currency: "TWD", answers: "reference"},
		{version: "2.50", statement: "VAPAY supports TWD", code: "VAPAY", currency: "TWD", answers: "account.accountNumber"},
		{version: "2.47", statement: "VAPAY supports KRW", code: "VAPAY", currency: "KRW", answers: "account.accountNumber"},
		{version: "2.46", statement: "NGN added", code: "OFFLINE", currency: "NGN", answers: "account.accountNumber"},
		{version: "2.46", statement: "GHS, MOBILE_MONEY added", code: "MOBILE_MONEY", currency: "GHS", answers: "paymentOperator.name"},
		{version: "2.46", statement: "KES, MOBILE_MONEY added", code: "MOBILE_MONEY", currency: "KES", answers: "paymentOperator.name"},
		{version: "2.45", statement: "PAY_ME added", code: "PAY_ME", currency: "ZAR", answers: "expireAt"},
		{version: "2.44", statement: "OFFLINE phoneNumber", code: "OFFLINE", currency: "JPY", takes: "phoneNumber", value: "+819012345678"},
		{version: "2.43", statement: "productId added", code: "OFFLINE", currency: "CNY", takes: "productId", value: "SKU-1"},
		{version: "2.41", statement: "NETBANKING accountName optional", code: "NETBANKING", currency: "INR", takes: "account.accountName", value: "A"},
		{version: "2.41", statement: "NETBANKING emailAddress optional", code: "NETBANKING", currency: "INR", takes: "emailAddress", value: "a@b.co"},
		{version: "2.40", statement: "account optional for OFFLINE", code: "OFFLINE", currency: "ZAR", takes: "account.accountName", value: "A"},
		{version: "2.38", statement: "paymentOperator added to VAPAY responses", code: "VAPAY", currency: "IDR", answers: "paymentOperator.code"},
		{version: "2.38", statement: "paymentOperator added to P2A_V2 responses", code: "P2A_V2", currency: "INR", answers: "paymentOperator.code"},
		{version: "2.38", statement: "paymentOperator added to OFFLINE responses", code: "OFFLINE", currency: "PHP", answers: "paymentOperator.code"},
		{version: "2.37", statement: "PHP currency, QRPH added", code: "QRPH", currency: "PHP", answers: "qrCode"},
		{version: "2.37", statement: "BANKB_PAY added", code: "BANKB_PAY", currency: "ZAR", answers: "expireAt"},
		{version: "2.35", statement: "LAK currency", code: "OFFLINE", currency: "LAK", answers: "account.accountNumber"},
		{version: "2.35", statement: "paymentOperator on UPIQR", code: "UPIQR", currency: "INR", answers: "paymentOperator.code"},
		{version: "2.34", statement: "PROMPTPAY accountNumber mandatory", code: "PROMPTPAY", currency: "THB", demands: "account.accountNumber"},
		{version: "2.34", statement: "accountCustomer added to PROMPTPAY responses", code: "PROMPTPAY", currency: "THB", answers: "accountCustomer.accountNumber"},
		{version: "2.32", statement: "EWALLET added", code: "EWALLET", currency: "IDR", answers: "redirectUrl"},
		{version: "2.31", statement: "qrCode and qrName for OFFLINE in VND", code: "OFFLINE", currency: "VND", answers: "qrCode qrName"},
		{version: "2.31", statement: "USDC added to CRYPTO_OFFLINE", code: "CRYPTO_OFFLINE", currency: "USDC", answers: "account.accountNumber"},
		{version: "2.29", statement: "ZAR currency", code: "ONLINE", currency: "ZAR", answers: "redirectUrl"},
		{version: "2.26", statement: "emailAddress optional for CRYPTO_OFFLINE", code: "CRYPTO_OFFLINE", currency: "USDT", takes: "emailAddress", value: "a@b.co"},
		{version: "2.26", statement: "emailAddress optional for UpiIdMethod", code: "UPI_ID", currency: "INR", takes: "emailAddress", value: "a@b.co"},
		{version: "2.26", statement: "emailAddress optional for VietQRMethod", code: "VIETQR", currency: "VND", takes: "emailAddress", value: "a@b.co"},
		{version: "2.26", statement: "NETBANKING phoneNumber optional", code: "NETBANKING", currency: "INR", takes: "phoneNumber", value: "+919876543210"},
		{version: "2.23", statement: "KRW currency, OFFLINE accountName mandatory", code: "OFFLINE", currency: "KRW", demands: "account.accountName"},
		{version: "2.18", statement: "VIETQR added", code: "VIETQR", currency: "VND", answers: "qrCode"},
		{version: "2.17", statement: "upiQrDeepLink added to UPIQR responses", code: "UPIQR", currency: "INR", answers: "upiQrDeepLink"},
		{version: "2.16", statement: "JPY currency, OFFLINE emailAddress mandatory", code: "OFFLINE", currency: "JPY", demands: "emailAddress"},
		{version: "2.15", statement: "CRYPTO_OFFLINE added", code: "CRYPTO_OFFLINE", currency: "USDT", answers: "account.accountNumber"},
		{version: "2.14", statement: "UPIQR added", code: "UPIQR", currency: "INR", answers: "upiQrDeepLink"},
		{version: "2.13", statement: "paymentOperator in DUITNOW responses", code: "DUITNOW", currency: "MYR", answers: "paymentOperator.code"},
		{version: "2.12", statement: "DUITNOW added", code: "DUITNOW", currency: "MYR", answers: "qrCode moneyRequired.amount"},
		{version: "2.12", statement: "bankCode and bankName deprecated in the P2A_V2 account response", code: "P2A_V2", currency: "INR", answers: "account.bankCode account.bankName"},
		{version: "2.11", statement: "account in ONLINE responses deprecated", code: "ONLINE", currency: "THB", answers: "account.accountNumber"},
		{version: "2.8", statement: "paymentAddress in P2A_V2 responses", code: "P2A_V2", currency: "INR", answers: "paymentAddress.name paymentAddress.idAddress"},
		{version: "2.8", statement: "paymentInstructionList in VAPAY responses", code: "VAPAY", currency: "IDR", answers: "paymentInstructionList"},
	} {
		t.Run(c.version+" "+c.statement, func(t *testing.T) { c.check(t) })
	}
}

func (c claim) check(t *testing.T) {
	f := setup(t)
	amount := sandbox.SampleAmount(c.currency)
	var given []func(map[string]any)
	if c.given != "" {
		given = append(given, put(c.given, c.value))
	}
	r := f.want(200, f.token("o-1"), "POST", "/payins/o-1", f.payinBody(c.code, c.currency, amount, given...))
	for part := range strings.FieldsSeq(c.answers) {
		if r.at("paymentMethodResponse."+part) == nil {
			t.Errorf("the answer has no %s: %s", part, r.raw)
		}
	}
	if c.takes != "" {
		if got := f.refused("o-2", f.payinBody(c.code, c.currency, amount, put(c.takes, c.value))); got != nil {
			t.Errorf("with %s: refused for %q", c.takes, got)
		}
		if got := f.refused("o-3", f.payinBody(c.code, c.currency, amount, remove(c.takes), func(m map[string]any) { delete(m, "customerName") })); !c.mandatoryElsewhere() && got != nil {
			t.Errorf("without %s: refused for %q", c.takes, got)
		}
	}
	if c.demands != "" {
		if got := f.refused("o-4", f.payinBody(c.code, c.currency, amount, remove(c.demands))); !slices.Contains(got, c.demands) {
			t.Errorf("without %s: refused for %q", c.demands, got)
		}
	}
}

// mandatoryElsewhere is for the line about numerals: its field is mandatory
// because of another line.
func (c claim) mandatoryElsewhere() bool { return c.version == "2.51" }
