package apiclient

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/cost"
)

// FuzzReadClaims: any text may come as a token.
func FuzzReadClaims(f *testing.F) {
	f.Add(jwtOf(`{"alg":"none"}`, `{"exp":1,"operations":["GET /.*"]}`).Reveal())
	f.Add("opaque")
	f.Add("..")
	f.Fuzz(func(t *testing.T, text string) {
		cost.Bytes(t, len(text), func() { _, _ = ReadClaims(NewToken(text)) })
		claims, ok := ReadClaims(NewToken(text))
		if !ok && (claims.MerchantCode+claims.IDPayment != "" || claims.Operations != nil || !claims.ExpiresAt.IsZero() || !claims.Money.IsZero()) {
			t.Errorf("claims of no JWT: %+v", claims)
		}
		claims.Allows("GET", "/merchant-info")
	})
}

// FuzzClaims: claims of any shape are bounded, and exclude a payment only if
// none of them could be meant for it: "The path part may be a regular
// expression" (interface.md, Authentication 6), which isn't compiled here.
func FuzzClaims(f *testing.F) {
	for _, payload := range []string{
		`{}`, `null`, `[]`, `{"exp":1e400,"operations":null}`, `{"exp":"1","merchantCode":7,"idPayment":["o"],"money":[]}`,
		`{"exp":1795262400000}`, `{"exp":-1}`, `{"exp":1.5,"exp":2}`, `{"idPayment":"order-2"}`,
		`{"money":{"amount":1e999,"currencyCode":"THB"}}`,
		`{"operations":["POST /payins/!availablePaymentOptions","POST /payins/order-2","GET /payins/order%2D1"]}`,
		`{"operations":["GET /payins/(","GET /payins/order-[0-9]+","get /x","GET",7,{},"GET /api/v2/payins/order-1"]}`,
		`{"operations":["GET /payins/order\\-1","GET /payins/a\\","GET /payins/%zz","GET /payins//"]}`,
	} {
		f.Add(payload, "order-1")
	}
	f.Add(`{"operations":["GET /payins/a\\.b"]}`, "a.b")
	f.Fuzz(func(t *testing.T, payload, id string) {
		claims, ok := ReadClaims(jwtOf(`{"alg":"none"}`, payload))
		if !ok {
			return
		}
		if len(claims.Operations) > maxOperations {
			t.Errorf("%d operations", len(claims.Operations))
		}
		if at := claims.ExpiresAt; !at.IsZero() && (at.Before(time.Unix(0, 0)) || at.Year() > 2286) {
			t.Errorf("expires %v", at)
		}
		if claims.IDPayment == id && id != "" && claims.ExcludesPayin(id) {
			t.Errorf("%+v excludes the payment that it names", claims)
		}
		if id == "" || strings.ContainsAny(id, "/%!") || len(id) > 128 {
			return // not an order's id
		}
		claims.IDPayment = ""
		quoted := "/payins/" + regexp.QuoteMeta(id)
		for _, more := range []string{"GET " + quoted, "GET /base" + quoted, "GET /payins/.*", "", "GET|POST /payins/x"} {
			may := claims
			may.Operations = append(slices.Clip(claims.Operations), more)
			if may.ExcludesPayin(id) {
				t.Errorf("%q excludes %q", may.Operations, id)
			}
			if !may.Allows("GET", "/payins/"+id) {
				t.Errorf("%q doesn't allow to read %q", may.Operations, id)
			}
		}
	})
}

// A token beyond 16 KB isn't parsed: anybody can write one.
func TestClaimsOfALongToken(t *testing.T) {
	for size, want := range map[int]bool{maxTokenLength / 2: true, maxTokenLength: false} {
		if _, ok := ReadClaims(jwtOf(`{"alg":"none"}`, `{"merchantCode":"`+strings.Repeat("a", size)+`"}`)); ok != want {
			t.Errorf("a claim of %d letters: read %t, want %t", size, ok, want)
		}
	}
}
