package apiclient

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/money"
)

// interface.md, Versioning: new items of the code lists come without a new
// version; the client passes them on like known ones.
func TestVersioningNewItemsOfCodeLists(t *testing.T) {
	client, _, _ := setup(t,
		answer(200, `{"data":[{"code":"THB","name":"Thai baht"},{"code":"XMN","name":"Moon dollar","since":2031}]}`),
		answer(200, `{"data":[{"code":"MOONBANK","name":"Bank of the Moon","currencyCode":"XMN"}]}`),
		answer(200, `{"data":[{"paymentMethodCode":"MOONBEAM","paymentOperators":[{"code":"MOONBANK","name":"Bank of the Moon"}]}]}`),
		answer(200, `{"data":[{"currencyCodeFrom":"USDT","currencyCodeTo":"XMN","rate":0.5}]}`),
	)
	currencies, err := client.ListCurrencies(t.Context(), testToken)
	if diff := cmp.Diff([]Currency{{"THB", "Thai baht"}, {"XMN", "Moon dollar"}}, currencies); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	operators, err := client.ListPaymentOperators(t.Context(), testToken)
	if diff := cmp.Diff([]CurrencyOperator{{Operator{"MOONBANK", "Bank of the Moon"}, "XMN"}}, operators); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	options, err := client.GetOptions(t.Context(), testToken, money.MustParse("10", "THB"))
	if diff := cmp.Diff(Options{Methods: []Option{{"MOONBEAM", []Operator{{"MOONBANK", "Bank of the Moon"}}}}}, options); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	rates, err := client.ListFXRates(t.Context(), testToken)
	if diff := cmp.Diff([]FXRate{{FXPair{"USDT", "XMN"}, "0.5"}}, rates); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}
