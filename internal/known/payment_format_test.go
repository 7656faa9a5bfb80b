package known

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// What lies in the store and in browsers is read by the next release. Whoever
// changes these bytes changes the name of what has them, too: readingKind and
// newsChannel in package replicas, and the cookie's.
func TestPaymentsKeepTheirFormat(t *testing.T) {
	tron := apiclient.Operator{Code: "TRON", Name: "Tron"}
	whole := Answered(apiclient.Payin{
		IDPayin: "order-1", MethodCode: "CRYPTO_OFFLINE", Money: money.MustParse("10", "THB"), Operator: tron,
		Account: apiclient.Account{Name: "Shop", Number: "1"}, QRCode: "000201", Status: "SUCCESS", IsTest: true,
		ExpireAt: noon.Add(time.Hour),
	}, noon).WithSent(Sent{Method: "CRYPTO_OFFLINE", Operator: tron, Account: "0801", At: noon.Add(-time.Second)})
	whole.Part = true
	for want, p := range map[string]Payment{
		`{}`:                                 {},
		`{"s":1,"t":"2026-11-23T12:00:00Z"}`: Missing(noon),
		`{"s":2,"t":"2026-11-23T12:00:00Z"}`: Taken(noon),
		`{"s":3,"p":{"i":"order-1","c":"CRYPTO_OFFLINE","m":{"amount":10.00,"currencyCode":"THB"},"o":{"Code":"TRON","Name":"Tron"},` +
			`"a":{"Name":"Shop","Number":"1","Type":"","BankCode":"","BankName":""},"q":"000201","e":"2026-11-23T13:00:00Z",` +
			`"s":"SUCCESS","ts":true},"t":"2026-11-23T12:00:00Z","pt":true,"ts":true,` +
			`"o":{"Code":"TRON","Name":"Tron","m":"CRYPTO_OFFLINE","t":"2026-11-23T12:00:00Z"},` +
			`"x":[{"m":"CRYPTO_OFFLINE","o":{"Code":"TRON","Name":"Tron"},"a":"0801","t":"2026-11-23T11:59:59Z"}]}`: whole,
	} {
		got, err := json.Marshal(p)
		if err != nil || string(got) != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
		}
		var back Payment
		if err := json.Unmarshal([]byte(want), &back); err != nil || !reflect.DeepEqual(back, p) {
			t.Errorf("%v\ngot  %+v\nwant %+v", err, back, p)
		}
	}
}
