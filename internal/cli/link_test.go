package cli_test

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/scenarios/entry"
)

func TestLinkOpensAPayment(t *testing.T) {
	f := setup(t)
	got := run(t, "", f.link()...)
	if got.code != 0 {
		t.Fatalf("got %+v", got)
	}
	q := parameters(t, got.out, "http://localhost:8080/")
	order, err := entry.Parse(entry.Rules{AllowHTTP: true}, q.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if order.Money != money.MustParse("1234.50", "THB") || order.ReturnURL != "https://shop.example/back?a=1&b=2" || order.OptionGiven() {
		t.Errorf("got %+v", order)
	}
	id := order.IDPayin
	if len(id) < len("order-")+26 || !strings.Contains(got.err, "order "+id+", valid until ") {
		t.Errorf("order %q, said %q", id, got.err)
	}

	// The token grants what the page needs, for this payment and this amount.
	ctx, client, token := t.Context(), f.client, order.Token
	create := func(id, amount string) error {
		_, err := client.CreatePayin(ctx, token, id, apiclient.PayinRequest{
			Money: money.MustParse(amount, "THB"), CallbackURL: order.CallbackURL, ReturnURL: order.ReturnURL,
			Method: map[string]any{"paymentMethodCode": "PROMPTPAY", "account": map[string]string{"accountNumber": "0801234567"}},
		})
		return err
	}
	if _, err := client.GetOptions(ctx, token, order.Money); err != nil {
		t.Errorf("options: %v", err)
	}
	if _, err := client.GetMerchantInfo(ctx, token); err != nil {
		t.Errorf("merchant info: %v", err)
	}
	if err := create(id, "1234.49"); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("another amount: %v", err)
	}
	if err := create(id+"x", "1234.50"); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("another payment: %v", err)
	}
	if err := create(id, "1234.50"); err != nil {
		t.Errorf("create: %v", err)
	}
	if _, err := client.GetPayin(ctx, token, id); err != nil {
		t.Errorf("read: %v", err)
	}
	if err := client.SetExternalReference(ctx, token, id, "123456789012"); errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("reference: %v", err) // refused because of the method, not the token
	}
	if _, err := client.ListAccounts(ctx, token, id); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("accounts: %v", err)
	}
	if _, err := client.ListBalances(ctx, token); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("balances: %v", err)
	}
}

// The five scenarios of interface.md and their combinations are flags.
func TestLinkScenarios(t *testing.T) {
	f := setup(t)
	always := []string{"merchantCode", "idPayin", "token", "amount", "currencyCode", "callbackUrl", "returnUrl"}
	for name, c := range map[string]struct {
		flags []string
		want  url.Values
	}{
		"2":   {[]string{"--data", "accountName=Alex = 2", "--data", "accountNumber=0801234567"}, url.Values{"accountName": {"Alex = 2"}, "accountNumber": {"0801234567"}}},
		"3":   {[]string{"--data", "accountName=Alex", "--allow-customer-data-change"}, url.Values{"accountName": {"Alex"}, "allowCustomerDataChange": {"true"}}},
		"4":   {[]string{"--method", "ONLINE", "--operator", "004"}, url.Values{"paymentMethodCode": {"ONLINE"}, "paymentOperatorCode": {"004"}}},
		"5":   {[]string{"--method", "ONLINE", "--options-available"}, url.Values{"paymentMethodCode": {"ONLINE"}, "optionsAvailable": {"true"}}},
		"all": {[]string{"--order", "o.1~success@2s", "--lang", "zh-TW"}, url.Values{"idPayin": {"o.1~success@2s"}, "lang": {"zh-TW"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := run(t, "", f.link(c.flags...)...)
			if got.code != 0 {
				t.Fatalf("got %+v", got)
			}
			q := parameters(t, got.out, "http://localhost:8080/")
			for parameter, want := range c.want {
				if !slices.Equal(q[parameter], want) {
					t.Errorf("%s: got %q, want %q", parameter, q[parameter], want)
				}
			}
			given := url.Values{}
			for _, parameter := range always {
				given[parameter] = q[parameter]
			}
			maps.Copy(given, c.want)
			if len(q) != len(given) {
				t.Errorf("got %v, want no more than %v", q, given)
			}
		})
	}
}

func TestLinkAsJSON(t *testing.T) {
	f := setup(t)
	before := time.Now()
	got := run(t, "", f.link("--json", "--valid", "1d1h", "--order", "o+1", "--app", "https://pay.example/base/")...)
	if got.code != 0 || got.err != "" || strings.Contains(got.out, `\u0026`) {
		t.Fatalf("got %+v", got)
	}
	object := decoded(t, got.out)
	q := parameters(t, object["redirectUrl"]+"\n", "https://pay.example/base/")
	if object["idPayin"] != "o+1" || q.Get("idPayin") != "o+1" || q.Get("token") != object["token"] || len(object) != 4 {
		t.Errorf("got %v", object)
	}
	expires, err := time.Parse(time.RFC3339, object["expiresAt"])
	if err != nil || expires.Before(before.Add(25*time.Hour-time.Second)) || expires.After(time.Now().Add(25*time.Hour)) { // in whole seconds
		t.Errorf("expires at %v, %v", expires, err)
	}
}

func TestLinkBySecret(t *testing.T) {
	f := setup(t)
	if got := run(t, "", f.link("---key", "--secret-file", f.secret)...); got.code != 0 {
		t.Errorf("file: got %+v", got)
	}
	if got := run(t, "demo-secret\r\n", f.link("---key", "--secret-file", "-")...); got.code != 0 {
		t.Errorf("standard input: got %+v", got)
	}
}

// All faults of the command line are reported at once, and nothing is sent.
func TestLinkFaults(t *testing.T) {
	f := setup(t)
	for want, args := range map[string][]string{
		"--amount is malformed: it takes digits":       f.link("--amount", "10,00"),
		"--amount: JPY has no decimals":                f.link("--amount", "1.5", "--currency", "JPY"),
		"--currency is malformed":                      f.link("--currency", "thb"),
		"--callback-url is malformed":                  f.link("--callback-url", "javascript:alert(1)"),
		"--return-url is malformed":                    f.link("--return-url", "http://shop.example/", "--app", "https://pay.example"),
		"--order is malformed":                         f.link("--order", "../payouts/x"),
		"--merchant is missing":                        f.link("---merchant"),
		"--gateway is missing":                         f.link("---gateway"),
		"--gateway: no address":                        f.link("--gateway", "gateway.example"),
		"--app: no address":                            f.link("--app", "https://pay.example/?a=1"),
		"--key or --secret-file is missing":            f.link("---key"),
		"one of them is enough":                        f.link("--key", f.key, "--secret-file", f.secret),
		`--data: no payment method knows "acountName"`: f.link("--data", "acountName=A"),
		"--data takes NAME=VALUE":                      f.link("--data", "accountName"),
		"each customer-data name once":                 f.link("--data", "accountName=a", "--data", "accountName=b"),
		"--data takes NAME=VALUE, each":                f.link("--data", "amount=1"),
		"--data accountName is malformed":              f.link("--data", "accountName=a\x00b"),
		"--lang: no language":                          f.link("--lang", "th&x"),
		"no duration such as":                          f.link("--valid", "soon"),
		"shorter than a second":                        f.link("--valid", "10ms"),
		"unknown flag: --secret":                       f.link("--secret", "hunter2"),
		"there is an argument that belongs to no flag": f.link("hunter2"),
		"--callback-url is malformed: it takes an absolute https address (http where --app is http)\n--return-url is missing\n": {"link", "--callback-url", "x"},
		"--key or --secret-file is missing\n--merchant is missing\n--am":                                                        {"link", "--gateway", f.url, "--app", f.url},
	} {
		got := run(t, "", args...)
		if got.code != 2 || got.out != "" || !strings.Contains(got.err, want) {
			t.Errorf("%q: got %+v", want, got)
		}
		if strings.Contains(got.err, "hunter2") {
			t.Errorf("%q repeats what may be a secret: %s", want, got.err)
		}
	}
	if len(*f.requests) != 0 {
		t.Errorf("the gateway was asked: %q", *f.requests)
	}
}

func TestStatusLinkReadsAndNothingElse(t *testing.T) {
	f := setup(t)
	got := run(t, "", f.statusLink("--lang", "th")...)
	if got.code != 0 {
		t.Fatalf("got %+v", got)
	}
	q := parameters(t, got.out, "https://pay.example/status")
	order, err := entry.ParseStatus(q.Encode())
	if err != nil || order.IDPayin != "order.1" || order.CurrencyCode != "THB" || q.Get("lang") != "th" {
		t.Fatalf("got %v, %v", q, err)
	}
	claims, ok := apiclient.ReadClaims(order.Token)
	if !ok || !slices.Equal(claims.Operations, []string{`GET /payins/order\.1`}) {
		t.Errorf("got %+v", claims)
	}
	if lasts := time.Until(claims.ExpiresAt); lasts < 7*24*time.Hour-time.Minute || lasts > 7*24*time.Hour {
		t.Errorf("lasts %v", lasts)
	}
	if got := decoded(t, run(t, "", f.statusLink("--json")...).out); got["statusUrl"] == "" || got["redirectUrl"] != "" || got["idPayin"] != "order.1" {
		t.Errorf("got %v", got)
	}
}

func TestStatusLinkFaults(t *testing.T) {
	f := setup(t)
	got := run(t, "", "status-link", "--lang", "?")
	want := "payapp status-link: --gateway is missing\n--app is missing\n--key or --secret-file is missing\n--lang: no language such as th or zh-TW\n--order is missing\n--currency is missing\n--merchant is missing\npayapp status-link --help tells more\n"
	if got.code != 2 || got.err != want {
		t.Errorf("got %+v, want %q", got, want)
	}
	if got := run(t, "", f.statusLink("--valid", "0s")...); got.code != 2 {
		t.Errorf("got %+v", got)
	}
}
