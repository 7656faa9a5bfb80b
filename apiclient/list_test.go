package apiclient

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/money"
)

func TestGetOptions(t *testing.T) {
	client, _, log := setup(t, answer(200, `{"new":1,"data":[
		{"paymentMethodCode":"ONLINE","paymentOperators":[{"code":"004","name":"KBANK"},{"code":"014"},{"name":"no code"},7]},
		{"paymentMethodCode":"PROMPTPAY"},
		{"paymentMethodCode":"ONLINE","paymentOperators":null},
		{"paymentOperators":[]}, "PIXQR"],
		"externalProviders":[{"code":"EXT","name":"External"}]}`))
	got, err := client.GetOptions(t.Context(), testToken, money.MustParse("10", "THB"))
	want := Options{
		Methods: []Option{
			{"ONLINE", []Operator{{"004", "KBANK"}, {"014", "014"}}}, {"PROMPTPAY", nil}, {"ONLINE", nil},
		},
		ExternalProviders: []Operator{{"EXT", "External"}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if !strings.Contains(log.String(), "data[]") {
		t.Errorf("log: got %q", log)
	}
}

func TestOptionsWithoutAListAreMalformed(t *testing.T) {
	for _, body := range []string{`{}`, `{"data":null}`, `{"data":{}}`, `[1`, `7`, ``} {
		client, _, _ := setup(t, answer(200, body))
		if got, err := client.GetOptions(t.Context(), testToken, money.MustParse("10", "THB")); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: got %v, %v; want ErrMalformed", body, got, err)
		}
	}
}

func TestGetMerchantInfo(t *testing.T) {
	for body, want := range map[string]string{
		`{"channelInfo":{"name":"Blue Kiosk"}}`: "Blue Kiosk", `{"channelInfo":{}}`: "", `{}`: "", `{"channelInfo":null}`: "", `{"channelInfo":"x"}`: "",
	} {
		client, _, _ := setup(t, answer(200, body))
		if got, err := client.GetMerchantInfo(t.Context(), testToken); err != nil || got.ChannelName != want {
			t.Errorf("%s: got %+v, %v; want %q", body, got, err, want)
		}
	}
}

func TestListAccounts(t *testing.T) {
	for body, want := range map[string]Accounts{
		`{"accountCustomer":{"accountName":"A"},"accountCustomerUsedForPayment":{"accountName":"B","accountNumber":"2"}}`: {Account{Name: "A"}, Account{Name: "B", Number: "2"}},
		`{"accountCustomer":{"accountName":"A"}}`:                 {Customer: Account{Name: "A"}},
		`{"accountCustomerUsedForPayment":{"accountNumber":"2"}}`: {UsedForPayment: Account{Number: "2"}},
		`{}`: {}, // nothing yet
	} {
		client, gateway, _ := setup(t, answer(200, body))
		got, err := client.ListAccounts(t.Context(), testToken, "order-1")
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", body, err, diff)
		}
		if uri := gateway.requests()[0].uri; uri != "/api/payins/order-1/accounts" {
			t.Errorf("got %s", uri)
		}
	}
}
