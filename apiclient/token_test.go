package apiclient

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/money"
)

func TestTokenNeverPrints(t *testing.T) {
	token := NewToken("s3cr3t")
	holder := struct {
		Token Token
		Deep  map[string]*Token
		inner Token // fmt calls no method of an unexported field
		Order string
	}{token, map[string]*Token{"x": &token}, token, "order-1"}
	var log strings.Builder
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("x", "token", token, "holder", holder, "pointer", &token)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", token, "holder", holder)
	encoded, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	printed := log.String() + string(encoded) + token.String()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%10s", "%T"} {
		printed += fmt.Sprintf(verb+verb, token, &token)
		whole := fmt.Sprintf(verb, holder)
		if printed += whole; strings.HasSuffix(verb, "v") && !strings.Contains(whole, "order-1") {
			t.Errorf("%s hides what isn't secret: %s", verb, whole)
		}
	}
	hex := fmt.Sprintf("%x", "s3cr3t")
	if strings.Contains(printed, "s3cr3t") || strings.Contains(strings.ToLower(printed), hex) || !strings.Contains(printed, "[token]") {
		t.Errorf("got %s", printed)
	}
	if holder.inner != token {
		t.Error("equal tokens differ")
	}
	if token.Reveal() != "s3cr3t" || token.IsZero() || !(Token{}).IsZero() {
		t.Error("Reveal or IsZero is wrong")
	}
}

// interface.md, Authentication 4: SHA256withRSA over the body's bytes.
func TestCreateTokenBySignature(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, answer(200, `{"token":"made"}`))
		token, err := client.CreateToken(t.Context(), TokenRequest{
			Credentials: Credentials{Key: key, Secret: "unused"}, MerchantCode: "DEMO", Validity: 90*time.Second + 1,
			Operations: []string{"POST /payins/order-1", "GET /payins/a&b<c"}, Money: money.MustParse("10", "THB"),
		})
		if err != nil || token.Reveal() != "made" {
			t.Fatalf("got %v, %v", token, err)
		}
		request := gateway.requests()[0]
		want := fmt.Sprintf(`{"merchantCode":"DEMO","validitySecs":90,"operations":["POST /payins/order-1","GET /payins/a&b<c"],`+
			`"money":{"amount":10.00,"currencyCode":"THB"},"timestamp":%d}`, time.Now().UnixMilli())
		if diff := cmp.Diff(want, request.body); diff != "" {
			t.Error(diff)
		}
		signature, err := base64.StdEncoding.DecodeString(request.header.Get("X-SIGNATURE"))
		if err != nil {
			t.Fatal(err)
		}
		digest := sha256.Sum256([]byte(request.body))
		if err := rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, digest[:], signature); err != nil {
			t.Error(err)
		}
	})
}

func TestCreateTokenByAction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, answer(200, `{"token":"made"}`))
		_, err := client.CreateTokenByAction(t.Context(), TokenByActionRequest{
			Credentials: Credentials{Secret: "demo-secret"}, MerchantCode: "DEMO", Action: ActionPayinInfo, IDPayment: "order-1",
		})
		if err != nil {
			t.Fatal(err)
		}
		request := gateway.requests()[0]
		want := fmt.Sprintf(`{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"order-1","timestamp":%d,"secret":"demo-secret"}`, time.Now().UnixMilli())
		if request.uri != "/api/auth-tokens-by-action" || request.header.Get("X-SIGNATURE") != "" || request.body != want {
			t.Errorf("got %+v; want %s", request, want)
		}
	})
}

func TestCreateTokenWithoutOne(t *testing.T) {
	for _, body := range []string{`{}`, `{"token":null}`, `{"token":5}`, `"text"`} {
		client, _, _ := setup(t, answer(200, body))
		if token, err := client.CreateToken(t.Context(), TokenRequest{}); !errors.Is(err, ErrMalformed) || !token.IsZero() {
			t.Errorf("%s: got %v, %v; want ErrMalformed", body, token.IsZero(), err)
		}
	}
}

// The shape of the answer isn't shown: the token is found wherever it is, and that it
// is elsewhere than assumed is counted.
func TestATokenIsFoundElsewhere(t *testing.T) {
	const opaque, signed = "k3yA1b2C3d4E5f6G7h8I9j0", "eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln"
	for body, want := range map[string]string{
		`{"token":"t","accessToken":"` + opaque + `"}`:                                    "t",
		`{"accessToken":"` + opaque + `","tokenType":"Bearer","expiresIn":1800}`:          opaque,
		`{"data":{"jwt":"` + signed + `"}}`:                                               signed,
		`"` + signed + `"`:                                                                signed,
		signed + "\n":                                                                     signed,
		`{"accessToken":"` + opaque + `","refreshToken":"REFRESH.` + signed + `"}`:        opaque,
		`{"jwt":"` + signed + `","access_token":"` + opaque + `"}`:                        "",
		`{"status":"error","requestId":"7b0c51b1-5b8e-4f0e-9d5e-0d1b1c0f3a11"}`:           "",
		`{"message":"a text of people that is longer than any token of so many letters"}`: "",
		`<html><body>` + opaque + `</body></html>`:                                        "",
	} {
		var told []string
		client, _, _ := setup(t, answer(200, body))
		client.differs = func(name string) { told = append(told, name) }
		token, err := client.CreateToken(t.Context(), TokenRequest{})
		if token.Reveal() != want || (err == nil) != (want != "") || (len(told) == 0) != (want == "t") {
			t.Errorf("%s: got %q, %v, told %v", body, token.Reveal(), err, told)
		}
	}
}

// jwtOf makes an unsigned token of a header and claims.
func jwtOf(header, claims string) Token {
	part := base64.RawURLEncoding.EncodeToString
	return NewToken(part([]byte(header)) + "." + part([]byte(claims)) + ".c2ln")
}

func TestReadClaims(t *testing.T) {
	full := `{"exp":1795262400,"operations":["GET /payins/x",7],"merchantCode":"DEMO","idPayment":"x","money":{"amount":"10","currencyCode":"THB"}}`
	want := Claims{
		ExpiresAt: time.Unix(1795262400, 0).UTC(), Operations: []string{"GET /payins/x", ""},
		MerchantCode: "DEMO", IDPayment: "x", Money: money.MustParse("10", "THB"),
	}
	for _, header := range []string{`{"alg":"HS256"}`, `{"alg":"none"}`, `{"alg":"home-made"}`} {
		got, ok := ReadClaims(jwtOf(header, full))
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b money.Money) bool { return a == b })); !ok || diff != "" {
			t.Errorf("%s: %v %s", header, ok, diff)
		}
	}
	for _, text := range []string{"", "opaque", "a.b", "a.b.c", "..", jwtOf(`{"alg":"none"}`, `[]`).Reveal(), strings.Repeat("a", 20<<10)} {
		if got, ok := ReadClaims(NewToken(text)); ok {
			t.Errorf("%.20q: got %+v; want no claims", text, got)
		}
	}
}

func TestClaimsOfAnotherShapeAreNone(t *testing.T) {
	got, ok := ReadClaims(jwtOf(`{"alg":"HS256"}`, `{"exp":"x","operations":"GET /","merchantCode":7,"idPayment":[],"money":"10 THB"}`))
	if !ok || !got.ExpiresAt.IsZero() || got.Operations != nil || got.MerchantCode != "" || got.IDPayment != "" || !got.Money.IsZero() {
		t.Errorf("got %+v, %v", got, ok)
	}
}

func TestInsaneExpiryIsNone(t *testing.T) {
	for _, exp := range []string{"1795262400000", "-1", "0", "1e300", "99999999999", "null", "true"} {
		if got, ok := ReadClaims(jwtOf(`{"alg":"HS256"}`, `{"exp":`+exp+`}`)); !ok || !got.ExpiresAt.IsZero() {
			t.Errorf("exp %s: got %v, %v; want none", exp, got.ExpiresAt, ok)
		}
	}
	if got, _ := ReadClaims(jwtOf(`{"alg":"HS256"}`, `{"exp":1795262400.75}`)); got.ExpiresAt.Unix() != 1795262400 {
		t.Errorf("got %v", got.ExpiresAt)
	}
}

// interface.md, Authentication 6–9: plain operations are compared; a possible
// pattern counts as matching everything.
func TestAllows(t *testing.T) {
	for _, c := range []struct {
		operation, method, path string
		want                    bool
	}{
		{"GET /payins/x", "GET", "/payins/x", true},
		{"GET /payins/x", "POST", "/payins/x", false},
		{"GET /payins/x", "GET", "/payins/xy", false},
		{"GET /api/v2/payins/x", "GET", "/payins/x", true},
		{"GET /payins/x", "GET", "/payins/x/accounts", false},
		{"GET /payins/.*", "GET", "/payins/x/accounts", true},
		{"GET /a|/b", "GET", "/bc", true},
		{"(GET|POST) /payins/x", "POST", "/payins/x", true},
		{"POST /payins/!availablePaymentOptions", "POST", "/payins/!availablePaymentOptions", true},
		{"GET /payins/a+b", "GET", "/payins/a+b", true},
		{"GET /payins/a%2Fb", "GET", "/payins/a/b", true},
		{"POST /payins/%21availablePaymentOptions", "POST", "/payins/!availablePaymentOptions", true},
		{"POST /payins/%21availablePaymentOptions", "POST", "/payins/x", false},
		{`GET /payins/a\.b`, "GET", "/payins/a.b", true},
		{`GET /payins/a\.b`, "GET", "/merchant-info", false},
		{"GET /payins/(?!y)x", "GET", "/payins/x", true},
		{"GET /payins/(x", "GET", "/payins/x", true},
		{"GET /payins/x", "GET", "/payins/x\n", false},
		{"GET", "GET", "/payins/x", true},
		{"PAYIN_INFO", "GET", "/payins/x", true},
		{"", "GET", "/payins/x", true},
		{"GET /" + strings.Repeat("a", 600), "GET", "/", true},
	} {
		if got := (Claims{Operations: []string{"PUT /nothing", c.operation}}).Allows(c.method, c.path); got != c.want {
			t.Errorf("%.60q allows %s %q: got %v", c.operation, c.method, c.path, got)
		}
	}
	if !(Claims{}).Allows("GET", "/merchant-info") {
		t.Error("unknown operations don't allow")
	}
}

// Fault 48, "claims with patterns made to be slow (((.*)*){60}! × 100) → not
// compiled; an entry costs no more than an honest one". The test measures
// memory, since time would depend on the machine.
func TestFault48_SlowPatternsAreNotCompiled(t *testing.T) {
	cost := func(operations []string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		claims := Claims{Operations: operations}
		claims.Allows("GET", "/merchant-info")
		claims.ExcludesPayin("order-1")
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, pattern := range []string{
		`((.*)*){60}!`, `(((.*)*)*){30}`, `((.+)+){99}!`, strings.Repeat(`((.*)*)`, 60), strings.Repeat("(a|bc?)", 60),
		`\pL{1000}`, `[^a]{1000}`, `(?i:x{1000})`, `((((a{5}){5}){5}){5})`, `\PN`, `x{1,999}`,
	} {
		honest := slices.Repeat([]string{"GET /payins/order-1234567890"}, 100)
		if slow, fair := cost(slices.Repeat([]string{"GET /" + pattern}, 100)), cost(honest); slow > 2*fair {
			t.Errorf("%.20s × 100: %d bytes to read, an honest token %d", pattern, slow, fair)
		}
	}
}

// If there are more operations than are read, the rest may allow anything.
func TestOperationsThatAreNotReadAllow(t *testing.T) {
	list := strings.Repeat(`"GET /payins/y",`, maxOperations) + `"GET /payins/x"`
	claims, ok := ReadClaims(jwtOf(`{"alg":"none"}`, `{"operations":[`+list+`]}`))
	if !ok || !claims.Allows("GET", "/payins/x") || claims.ExcludesPayin("x") {
		t.Errorf("%v: the last of %d operations doesn't count", ok, maxOperations+1)
	}
}
