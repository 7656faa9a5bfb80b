package apiclient

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/internal/money"
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
	for _, body := range []string{`{}`, `{"data":null}`, `{"data":{}}`, `[]`, ``} {
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
	client, gateway, _ := setup(t, answer(200, `{"accountCustomer":{"accountName":"A"},"accountCustomerUsedForPayment":{"accountName":"B","accountNumber":"2"}}`), answer(200, `{}`))
	got, err := client.ListAccounts(t.Context(), testToken, "order-1")
	if diff := cmp.Diff([]Account{{Name: "A"}, {Name: "B", Number: "2"}}, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if got, err := client.ListAccounts(t.Context(), testToken, "order-1"); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v; want none yet", got, err)
	}
	if uri := gateway.requests()[0].uri; uri != "/api/payins/order-1/accounts" {
		t.Errorf("got %s", uri)
	}
}
