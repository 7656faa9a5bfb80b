package apiclient

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"payapp/money"
)

const fullBody = `{
	"failureReasonCode": "CUSTOMER_NOT_REGISTERED",
	"paymentRequested": {"money": {"amount": "150000", "currencyCode": "VND"}, "new": true},
	"process": {"status": "FAILED", "createdAt": "2026-11-21T10:00:00.123Z", "processedAt": "2026-11-21T17:05:00+07:00", "isTest": true, "processorStatus": "DECLINED"},
	"paymentMethodResponse": {
		"idPayin": "order-1", "paymentMethodCode": "OFFLINE", "unknown": [{"deep": null}],
		"money": {"amount": 1.5e5, "currencyCode": "VND"}, "moneyRequired": {"amount": -3, "currencyCode": "USD"}, "vat": {"amount": 12.25, "currencyCode": "VND"},
		"paymentOperator": {"code": "970436", "name": "Vietcombank"},
		"account": {"accountName": "Shop", "accountNumber": "001", "accountType": "general", "bankCode": "970436", "bankName": "VCB"},
		"accountCustomer": {"accountName": "Nguyễn Văn A 2"}, "accountCustomerUsedForPayment": {"accountNumber": "009"},
		"reference": "REF 1", "externalReference": {"reference": "432112345678"}, "returnUrl": "https://shop.example/back",
		"redirect": {"url": "https://bank.example/1"}, "qrCode": "000201", "qrName": "VietQR", "upiQrDeepLink": "upi://pay?pa=a@b",
		"expireAt": "2026-11-21T11:00:00.000Z",
		"paymentInstructionList": ["Open the app", "Scan", {"title": "ATM", "steps": ["Insert the card"]}, "Done", 17],
		"paymentAddress": {"name": "Phone", "idAddress": "0801"}, "paymentLocationCustomer": {"country": "TW", "city": "Taipei", "floor": 3},
		"phoneNumber": "+84", "emailAddress": "a@b.co", "taxId": "20267565393"
	}
}`

// elsewhere is where the bank's address is in fullBody.
var elsewhere = properties{redirect: []string{"redirect", "url"}, qr: []string{DefaultQRProperty}}

func decodePayin(body []byte, idPayin string, from answerKind, named properties) (payin Payin, odd []string, err error) {
	top, err := parseObject(body, &odd)
	if err != nil {
		return Payin{}, nil, err
	}
	payin, err = readPayin(top, idPayin, from, named)
	return payin, odd, err
}

func TestPayinIsNormalised(t *testing.T) {
	got, odd, err := decodePayin([]byte(fullBody), "order-1", ofRead, elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	var usd money.Money
	if err := usd.UnmarshalJSON([]byte(`{"amount":-3,"currencyCode":"USD"}`)); err != nil {
		t.Fatal(err)
	}
	want := Payin{
		IDPayin: "order-1", MethodCode: "OFFLINE",
		Requested: money.MustParse("150000", "VND"), Money: money.MustParse("150000", "VND"), MoneyRequired: usd, VAT: got.VAT,
		Operator:        Operator{"970436", "Vietcombank"},
		Account:         Account{"Shop", "001", "general", "970436", "VCB"},
		AccountCustomer: Account{Name: "Nguyễn Văn A 2"}, AccountCustomerUsed: Account{Number: "009"},
		Reference: "REF 1", ExternalReference: "432112345678", ReturnURL: "https://shop.example/back",
		RedirectURL: "https://bank.example/1", DeepLink: "upi://pay?pa=a@b", QRCode: "000201", QRName: "VietQR",
		ExpireAt:        time.Date(2026, 11, 21, 11, 0, 0, 0, time.UTC),
		InstructionList: []InstructionSection{{Steps: []string{"Open the app", "Scan"}}, {"ATM", []string{"Insert the card"}}, {Steps: []string{"Done"}}},
		PaymentAddress:  PaymentAddress{"Phone", "0801"}, Location: map[string]string{"country": "TW", "city": "Taipei"},
		PhoneNumber: "+84", EmailAddress: "a@b.co", TaxID: "20267565393",
		Status: "FAILED", CreatedAt: time.Date(2026, 11, 21, 10, 0, 0, 123e6, time.UTC), ProcessedAt: time.Date(2026, 11, 21, 10, 5, 0, 0, time.UTC),
		IsTest: true, ProcessorStatus: "DECLINED", FailureReason: "CUSTOMER_NOT_REGISTERED",
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b money.Money) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	if got.VAT.String() != "12.25 VND" {
		t.Errorf("vat: got %v", got.VAT)
	}
	if diff := cmp.Diff([]string{"list entry", "paymentMethodResponse.paymentLocationCustomer.floor"}, odd); diff != "" {
		t.Error(diff)
	}
}

// with makes an answer to a read with one property replaced.
func with(old, replacement string) string {
	return strings.Replace(readBody, old, replacement, 1)
}

func TestFault31_AnswersThatCannotBeTrusted(t *testing.T) {
	const amount = `"money":{"amount":1234.50,"currencyCode":"THB"}`
	for name, body := range map[string]string{
		"empty": "", "HTML": "<!doctype html><p>hello", "cut": readBody[:40], "null": "null", "list": "[]", "text": `"ok"`,
		"two values": readBody + readBody, "no method response": `{"process":{"status":"SUCCESS"}}`,
		"null method response": `{"paymentMethodResponse":null,"process":{"status":"SUCCESS"}}`,
		"wrong idPayin":        with(`"order-1"`, `"order-2"`), "no idPayin": with(`"idPayin":"order-1",`, ""), "null idPayin": with(`"order-1"`, "null"),
		"no method code": with(`"PROMPTPAY"`, "null"), "method code a number": with(`"PROMPTPAY"`, "7"),
		"no process": with(`"process"`, `"other"`), "process null": with(`{"status":"SUCCESS","createdAt":"2026-11-21T10:00:00.000Z"}`, "null"),
		"status a number": with(`"SUCCESS"`, "1"), "status null": with(`"SUCCESS"`, "null"), "status empty": with(`"SUCCESS"`, `""`),
		"no money": with(","+amount, ""), "money text": with(amount, `"money":"1234.50 THB"`), "money zero": with("1234.50", "0"),
		"money negative": with("1234.50", "-1"), "amount NaN": with("1234.50", `"NaN"`), "amount huge": with("1234.50", "1e999"), "no currency": with(`"THB"`, `""`),
		"moneyRequired broken": with(amount, amount+`,"moneyRequired":"5 THB"`), "requested broken": with(`{`, `{"paymentRequested":{"money":17},`),
	} {
		t.Run(name, func(t *testing.T) {
			client, gateway, log := setup(t, answer(200, body, "Content-Type", "application/json"))
			payin, err := client.GetPayin(t.Context(), testToken, "order-1")
			if !errors.Is(err, ErrMalformed) || payin.Status != "" || len(gateway.requests()) != 1 {
				t.Errorf("got %+v, %v after %d requests; want ErrMalformed after 1", payin, err, len(gateway.requests()))
			}
			if !strings.Contains(log.String(), "malformed") {
				t.Errorf("log: got %q", log)
			}
		})
	}
}

func TestFault32_UnknownThingsAreFine(t *testing.T) {
	client, _, _ := setup(t, answer(200, with("SUCCESS", "AWAITING_THE_TIDE")))
	if payin, err := client.GetPayin(t.Context(), testToken, "order-1"); err != nil || payin.Status != "AWAITING_THE_TIDE" {
		t.Errorf("got %+v, %v", payin, err)
	}
}

// A broken optional property is dropped; the payment isn't.
func TestOptionalPropertiesOfTheWrongType(t *testing.T) {
	for _, property := range []string{
		`"vat":7`, `"paymentOperator":"BBL"`, `"account":[]`, `"accountCustomer":3`, `"reference":{}`, `"externalReference":"x"`,
		`"returnUrl":1`, `"redirectUrl":{}`, `"qrCode":[]`, `"expireAt":17`, `"expireAt":"tomorrow"`, `"paymentInstructionList":"scan"`,
		`"paymentAddress":1`, `"paymentLocationCustomer":[]`, `"phoneNumber":6.6`, `"taxId":false`,
	} {
		client, _, log := setup(t, answer(200, with(`"idPayin"`, property+`,"idPayin"`)))
		payin, err := client.GetPayin(t.Context(), testToken, "order-1")
		name := strings.Split(property, `"`)[1]
		if err != nil || payin.Status != "SUCCESS" || !strings.Contains(log.String(), name) {
			t.Errorf("%s: got %+v, %v, log %q", property, payin, err, log)
		}
	}
}

func TestFailureReasonInProcess(t *testing.T) {
	client, _, _ := setup(t, answer(200, with(`"status":"SUCCESS"`, `"status":"FAILED","failureReasonCode":"SECURITY_CHECK_FAILED"`)))
	payin, err := client.GetPayin(t.Context(), testToken, "order-1")
	if err != nil || payin.FailureReason != "SECURITY_CHECK_FAILED" {
		t.Errorf("got %+v, %v", payin, err)
	}
}

// What is scanned or opened is the gateway's, to the last space.
func TestPayloadsAreUnchanged(t *testing.T) {
	body := with(`"idPayin"`, `"qrCode":" 000201 \n","upiQrDeepLink":"upi://pay?pn=A  Shop ","idPayin"`)
	client, _, _ := setup(t, answer(200, body))
	payin, err := client.GetPayin(t.Context(), testToken, "order-1")
	if err != nil || payin.QRCode != " 000201 \n" || payin.DeepLink != "upi://pay?pn=A  Shop " {
		t.Errorf("got %q and %q, %v", payin.QRCode, payin.DeepLink, err)
	}
}

// interface.md says "string" for codes and account numbers. Gateways that
// answer whole numbers mean the same (ours).
func TestNumbersThatAreTexts(t *testing.T) {
	client, _, _ := setup(t,
		answer(200, with(`"idPayin"`, `"account":{"accountNumber":1234567890123456789012},"reference":4711,"paymentOperator":{"code":4,"name":"KBANK"},"idPayin"`)),
		answer(200, `[{"paymentMethodCode":"ONLINE","paymentOperators":[{"code":4,"name":"KBANK"},{"code":14.5},{"code":null}]}]`))
	payin, err1 := client.GetPayin(t.Context(), testToken, "order-1")
	options, err2 := client.GetOptions(t.Context(), testToken, money.MustParse("10", "THB"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if payin.Account.Number != "1234567890123456789012" || payin.Reference != "4711" || payin.Operator.Code != "4" {
		t.Errorf("got %+v", payin)
	}
	if diff := cmp.Diff([]Option{{"ONLINE", []Operator{{"4", "KBANK"}}}}, options.Methods); diff != "" {
		t.Error(diff)
	}
}

// A failure reason is enough without a status.
func TestFailureReasonWithoutAStatus(t *testing.T) {
	client, _, _ := setup(t, answer(200, with(`"process"`, `"failureReasonCode":"SECURITY_CHECK_FAILED","other"`)))
	payin, err := client.GetPayin(t.Context(), testToken, "order-1")
	if err != nil || payin.FailureReason != CodeSecurityCheck {
		t.Errorf("got %+v, %v", payin, err)
	}
}

// A 202 without a body, or with an empty one, means accepted, and nothing else.
func TestAnswerWithoutABody(t *testing.T) {
	for body, status := range map[string]int{"": 200, " ": 201, "\n": 202, "{}": 200, "\ufeff": 204} {
		client, _, _ := setup(t, answer(status, body))
		if _, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest); !errors.Is(err, ErrNoBody) || !errors.Is(err, ErrMalformed) {
			t.Errorf("%d: got %v", status, err)
		}
	}
}

// A read's 2xx that is about no payment isn't one about a payment that can't be
// trusted: a gateway may answer so before the creation.
func TestAReadAboutNoPayment(t *testing.T) {
	for body, want := range map[string]bool{
		"": true, "{}": true, `{"data":null}`: true, "[]": true, `{"message":"no such payin"}`: true,
		`{"process":{"status":"PENDING"}}`: false, `{"paymentMethodResponse":{}}`: false, "<html>": false, `{"a`: false, "null": false,
	} {
		client, _, _ := setup(t, answer(200, body))
		_, err := client.GetPayin(t.Context(), testToken, "order-1")
		if got := errors.Is(err, ErrNoBody); got != want || !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: got %v", body, err)
		}
	}
}

func FuzzDecodePayin(f *testing.F) {
	f.Add([]byte(fullBody))
	f.Add([]byte(readBody))
	f.Add([]byte(createdBody))
	f.Fuzz(func(t *testing.T, body []byte) {
		payin, _, err := decodePayin(body, "order-1", ofRead, elsewhere)
		if err == nil && (payin.Status+payin.FailureReason == "" || payin.IDPayin != "order-1" || !payin.Money.IsPositive()) {
			t.Errorf("took %+v", payin)
		}
		if err != nil && payin.Status != "" {
			t.Errorf("gave a status with %v", err)
		}
	})
}

// "A byte order mark": some servers write one before JSON, of UTF-8 or of UTF-16.
// RFC 8259 (8.1) lets parsers ignore it.
func TestAnswersWithAByteOrderMark(t *testing.T) {
	for name, codec := range map[string]encoding.Encoding{
		"UTF-8": unicode.UTF8BOM, "UTF-16LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
	} {
		body, err := codec.NewEncoder().String(readBody)
		if err != nil {
			t.Fatal(err)
		}
		client, _, _ := setup(t, answer(200, body))
		plain, _, _ := setup(t, answer(200, readBody))
		got, err := client.GetPayin(t.Context(), testToken, "order-1")
		if want, _ := plain.GetPayin(t.Context(), testToken, "order-1"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
		refusal, _ := codec.NewEncoder().String(`{"code":"CUSTOMER_NOT_REGISTERED"}`)
		client, _, _ = setup(t, answer(406, refusal))
		var failure *Error
		if _, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest); !errors.As(err, &failure) || failure.Code != CodeNotRegistered {
			t.Errorf("%s: a refusal is %v", name, err)
		}
	}
}

// The code's property can be named, too, as deep as it is.
func TestTheCodesProperty(t *testing.T) {
	for path, body := range map[string]string{
		"qr.payload": `"qr":{"payload":"000201"},"qrCode":"data:image/png;base64,iVBORw0KGgo="`, "qrContent": `"qrContent":"000201"`, "qrNumber": `"qrNumber":000201`, "": `"qrCode":"000201"`,
	} {
		body, want := with(`"idPayin"`, strings.Replace(body, ":000201", ":201", 1)+`,"idPayin"`), "000201"
		if path == "qrNumber" {
			want = "201"
		}
		client, err := New(Config{BaseURL: "https://gateway.example", Transport: &script{steps: []step{answer(200, body)}}, QRProperty: path})
		if err != nil {
			t.Fatal(err)
		}
		if p, err := client.GetPayin(t.Context(), testToken, "order-1"); err != nil || p.QRCode != want {
			t.Errorf("%q: got %q, %v", path, p.QRCode, err)
		}
	}
}
