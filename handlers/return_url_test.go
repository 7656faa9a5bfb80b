package handlers

import (
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// Coins that are sent on another network are lost. The gateway's echo of our
// return address says which of two lost creations it took, also if that one is
// the only one which isn't known here; without an echo, nobody knows.
func TestTheEchoSaysWhichCreationWasTaken(t *testing.T) {
	s := inside(t)
	var err error
	if s.Sealer, err = session.New(session.Config{Keys: [][]byte{make([]byte, 64)}, Now: s.Now}); err != nil {
		t.Fatal(err)
	}
	v := &visit{ref: "AAAAAAAAAAAAAAAAAAAAAAAA", Facts: scenarios.Facts{Order: entry.Order{ReturnURL: "https://shop.example/?a=1&z=2"}}}
	c := echo.New().NewContext(httptest.NewRequest("GET", "/", nil), nil)
	coins := func(network string) known.Sent {
		return known.Sent{Method: "CRYPTO_OFFLINE", Operator: apiclient.Operator{Code: network}, At: noon}
	}
	tron, eth := coins("TRON"), coins("ETH")
	for _, test := range []struct {
		name, echoed string
		sent         []known.Sent
		want         string // the network that is said
	}{
		{"of the older", s.landingURL(c, v, tron), []known.Sent{tron, eth}, "TRON"},
		{"of the newer", s.landingURL(c, v, eth), []known.Sent{tron, eth}, "ETH"},
		{"of none that is known here", s.landingURL(c, v, eth), []known.Sent{tron}, ""},
		{"the shop's own address", v.Order.ReturnURL, []known.Sent{tron}, "TRON"},
		{"no echo", "", []known.Sent{tron}, "TRON"},
		{"no echo, and two", "", []known.Sent{tron, eth}, ""},
	} {
		v.payment = known.Read(apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", ReturnURL: test.echoed}, noon)
		for _, sent := range test.sent {
			v.payment = v.payment.WithSent(sent)
		}
		if got := s.viewOf(v).Payin.Operator.Code; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if got := s.returnURL(v, test.echoed); got != v.Order.ReturnURL {
			t.Errorf("%s: back to %s", test.name, got)
		}
	}
}

// Our signature says that the address came from a link, not that it may be one:
// settings change, and keys can be lost.
func TestASignatureMakesNoAddressHarmless(t *testing.T) {
	s := inside(t)
	var err error
	if s.Sealer, err = session.New(session.Config{Keys: [][]byte{make([]byte, 64)}, Now: s.Now}); err != nil {
		t.Fatal(err)
	}
	s.ReturnSchemes = []string{"myshop"}
	const ref = "AAAAAAAAAAAAAAAAAAAAAAAA"
	for to, want := range map[string]bool{
		"https://shop.example/?a=1": true, "myshop://back": true,
		"javascript:alert(1)": false, "http://shop.example/": false, "othershop://back": false, "//shop.example/": false, "": false,
	} {
		if got := s.signedReturn(ref, to, s.Sealer.Sign("return", ref, to)); got != want {
			t.Errorf("%q, signed by us: %v, want %v", to, got, want)
		}
		if s.signedReturn("BBBBBBBBBBBBBBBBBBBBBBBB", to, s.Sealer.Sign("return", ref, to)) {
			t.Errorf("%q: another payment's signature is taken", to)
		}
	}
}
