package apiclient

import (
	"encoding/json"
	"errors"
	"log/slog"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCreateSendsTheRequest(t *testing.T) {
	client, gateway, _ := setup(t, answer(200, createdBody))
	if _, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest); err != nil {
		t.Fatal(err)
	}
	want := `{"paymentRequested":{"money":{"amount":1234.50,"currencyCode":"THB"}},` +
		`"paymentMethod":{"account":{"accountNumber":"0801234567"},"paymentMethodCode":"PROMPTPAY"},` +
		`"callbackUrl":"https://shop.example/callback?a=1&b=<2>","returnUrl":"https://pay.example/return"}`
	if diff := cmp.Diff(want, gateway.requests()[0].body); diff != "" {
		t.Error(diff)
	}
}

func TestFault04a_PaymentIdIsOneSegment(t *testing.T) {
	for id, uri := range map[string]string{
		"a/b":              "/api/payins/a%2Fb",
		"../payouts/x":     "/api/payins/..%2Fpayouts%2Fx",
		"a?b#c":            "/api/payins/a%3Fb%23c",
		"%2e%2e":           "/api/payins/%252e%252e",
		"order-1~lost@2s":  "/api/payins/order-1~lost@2s",
		"a+b:c":            "/api/payins/a+b:c",
		"a b\x00\n":        "/api/payins/a%20b%00%0A",
		"ก":                "/api/payins/%E0%B8%81",
		"x!availableStuff": "/api/payins/x%21availableStuff",
	} {
		client, gateway, _ := setup(t, answer(404, ""))
		_, err := client.GetPayin(t.Context(), testToken, id)
		if !errors.Is(err, ErrNotFound) || gateway.requests()[0].uri != uri {
			t.Errorf("%q: got %v, %+v; want %s", id, err, gateway.requests(), uri)
		}
	}
	for _, id := range []string{"", ".", "..", "!availablePaymentOptions"} {
		client, gateway, _ := setup(t, answer(200, readBody))
		_, err := client.GetPayin(t.Context(), testToken, id)
		if !errors.Is(err, ErrInvalid) || len(gateway.requests()) != 0 {
			t.Errorf("%q: got %v, %d requests; want ErrInvalid and none", id, err, len(gateway.requests()))
		}
	}
}

func TestTokensThatCannotBeAHeaderAreRefused(t *testing.T) {
	for _, text := range []string{"", "a b", "a\r\nX-Evil: 1", "a\x00", "ก"} {
		client, gateway, _ := setup(t, answer(200, readBody))
		_, err := client.GetPayin(t.Context(), NewToken(text), "order-1")
		if !errors.Is(err, ErrUnauthorized) || len(gateway.requests()) != 0 {
			t.Errorf("%q: got %v, %d requests; want ErrUnauthorized and none", text, err, len(gateway.requests()))
		}
	}
}

func TestSetExternalReference(t *testing.T) {
	gateway := &script{steps: []step{answer(204, ""), answer(403, ""), answer(200, `{"anything":1}`)}}
	client, err := New(Config{BaseURL: "http://gateway.example", Transport: gateway, ReferencePath: "references/utr", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []error{nil, ErrForbidden, nil} {
		if err := client.SetExternalReference(t.Context(), testToken, "order-1", "432112345678"); !errors.Is(err, want) {
			t.Errorf("got %v; want %v", err, want)
		}
	}
	got := gateway.requests()[0]
	if got.method != "POST" || got.uri != "/payins/order-1/references/utr" || got.body != `{"reference":"432112345678"}` {
		t.Errorf("got %+v", got)
	}
}

func TestConfigFaults(t *testing.T) {
	for _, base := range []string{"", "gateway.example", "ftp://gateway.example", "https://", "https://user@gateway.example", "https://gateway.example?x=1", "https://gateway.example/#x", "https://gateway.example:port"} {
		if _, err := New(Config{BaseURL: base}); err == nil {
			t.Errorf("%q: got no error", base)
		}
	}
}

func TestRequestsThatCannotBe(t *testing.T) {
	client, gateway, _ := setup(t, answer(200, createdBody))
	for name, request := range map[string]PayinRequest{
		"no money":  {Method: orderRequest.Method},
		"no method": {Money: orderRequest.Money, Method: map[string]any{}},
		"not JSON":  {Money: orderRequest.Money, Method: map[string]any{"paymentMethodCode": "X", "f": func() {}}},
	} {
		if _, err := client.CreatePayin(t.Context(), testToken, "order-1", request); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: got %v; want ErrInvalid", name, err)
		}
	}
	if n := len(gateway.requests()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// The signed bytes must be minified JSON.
func TestBodiesAreMinified(t *testing.T) {
	body, err := encode(map[string]any{"text": "a <b> & \"c\"\n", "raw": json.RawMessage(`{ "x" : 1 }`)})
	if err != nil || string(body) != `{"raw":{"x":1},"text":"a <b> & \"c\"\n"}` {
		t.Errorf("got %s, %v", body, err)
	}
}
