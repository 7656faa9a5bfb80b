package payment

import (
	"encoding/json"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// What lies in the store is read by replicas of the next release. Whoever changes
// these bytes changes the number in readingKind and newsChannel in package replicas, too.
func TestStoredReadingsKeepTheirFormat(t *testing.T) {
	r := Reading{Found: true, At: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), Payin: apiclient.Payin{
		IDPayin: "order-1", MethodCode: "PROMPTPAY", Money: money.MustParse("10", "THB"), Status: "SUCCESS",
		Account: apiclient.Account{Name: "Shop", Number: "1"}, QRCode: "000201", IsTest: true,
	}}
	const want = `{"p":{"i":"order-1","c":"PROMPTPAY","m":{"amount":10.00,"currencyCode":"THB"},` +
		`"a":{"Name":"Shop","Number":"1","Type":"","BankCode":"","BankName":""},"q":"000201","s":"SUCCESS","ts":true},` +
		`"f":true,"t":"2026-11-22T12:00:00Z"}`
	got, err := json.Marshal(r)
	if err != nil || string(got) != want {
		t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
	}
}
