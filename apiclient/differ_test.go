package apiclient

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// What isn't as assumed is told by the assumption's name, once an answer.
func TestDifferencesAreToldByName(t *testing.T) {
	const good = `{"paymentMethodResponse":{"idPayin":"order-1","paymentMethodCode":"PROMPTPAY","money":{"amount":10,"currencyCode":"THB"},` +
		`"expireAt":"2026-11-22T09:00:00.000Z"},"process":{"status":"PENDING","isTest":true}}`
	for _, c := range []struct{ from, to, want string }{
		{"", "", ""},
		{"order-1", "order-2", "answer-id"},
		{"10", `"ten"`, "amount-notation"},
		{"money", "sum", "money-absent"},
		{"status", "word", "read-status"},
		{`"2026-11-22T09:00:00.000Z"`, `"tomorrow"`, "time-zone"},
		{"true", `"yes"`, "is-test"},
		{"PENDING", strings.Repeat("P", maxAnswer), "longest-answer"},
		{"paymentMethodResponse", "payment_method_response", "answer-form"},
		{`"order-1",`, `"order-1","reference":[],`, "answer-form"},
		{good, "", "unborn-read"},
		{`"order-1",`, `"order-1","reference":17,`, ""}, // a number is one
	} {
		var told []string
		gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(strings.Replace(good, c.from, c.to, 1)))
		}))
		client, err := New(Config{BaseURL: gateway.URL, Differs: func(name string) { told = append(told, name) }})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = client.GetPayin(t.Context(), NewToken("t"), "order-1")
		gateway.Close()
		if !slices.Equal(told, strings.Fields(c.want)) {
			t.Errorf("%s instead of %s: told %v, want %s", c.to[:min(len(c.to), 20)], c.from, told, c.want)
		}
	}
}
