package store

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

// However long a body is, a story contains no secret or part of one.
func TestStoriesTellNoSecretWhereverTheyAreCut(t *testing.T) {
	body := `{ "merchantCode": "DEMO", "secret" : "hush\"hush", "token":"hush", "Secret":["hush",{"a":"hush"}], "tokne": {"a":"hush"} }`
	for limit := range len(body) + 2 {
		got := Redacted([]byte(body), limit, nil)
		if strings.Contains(got, "hu") {
			t.Errorf("cut at %d: %s", limit, got)
		}
	}
	if got, want := Redacted([]byte(body), 200, nil), `{"merchantCode":"DEMO","secret":"…","token":"…","Secret":"…","tokne":"…"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A secret that its own form or name doesn't tell is known as a whole alone, wherever the
// text is cut afterwards, or was before.
func TestTextsAreRedactedBeforeTheyAreCut(t *testing.T) {
	db := &Store{}
	db.Hide("merchant's own phrase")
	text := "echo: merchant's own phrase, and more"
	for limit := range len(text) + 2 {
		if got := RedactedThenCut([]byte(text), limit, db.Known()); strings.Contains(got, "merc") {
			t.Errorf("cut at %d: %s", limit, got)
		}
	}
	if got := RedactedThenCut([]byte(sampleToken+strings.Repeat("x", 300)), 100, nil); got != "…" {
		t.Errorf("got %s", got)
	}
	if got, want := RedactedThenCut([]byte("฿฿฿ a b"), 8, nil), "฿฿…"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// What is like a secret's name is one; the interface's other names aren't.
func TestNamesLikeSecrets(t *testing.T) {
	for _, name := range strings.Fields("secret Secret SECRETS sercet secrt seccret s3cret tokn Token access_token apiSecret api-key X-Signature signatur passwd passwort clientSecret jwt Authorization") {
		if !IsSecretName(name) {
			t.Errorf("%s isn't taken for a secret", name)
		}
	}
	for _, name := range strings.Fields(`merchantCode idPayin idPayment operations action validitySecs timestamp money amount currencyCode accountNumber
		reference externalReference street returnUrl callbackUrl paymentMethodCode accountName bankCode phoneNumber taxId expireAt qrCode
		Server Content-Type Www-Authenticate Accept X-Api-Version Content-Security-Policy User-Agent Sec-Fetch-Site`) {
		if IsSecretName(name) {
			t.Errorf("%s is taken for a secret", name)
		}
	}
}

// sampleToken is signed by nobody.
var sampleToken = func() string {
	part := base64.RawURLEncoding.EncodeToString
	return part([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + part([]byte(`{"merchantCode":"DEMO","exp":1795000000}`)) + "." + part([]byte("a signature of thirty-two bytes."))
}()

// What a story needs stands as it was sent.
func TestStoriesKeepWhatIsNoSecret(t *testing.T) {
	for _, body := range []string{
		`{"merchantCode":"DEMO","operations":["GET /payins/o-1"],"money":{"amount":12.50,"currencyCode":"THB"}}`,
		`{"qrCode":"00020101021229370016A000000677010111011300668012345675802TH53037645405100.06304ABCD` + strings.Repeat("00020101", 20) + `"}`,
		`{"returnUrl":"https://shop.example/back?order=1&lang=th","accountName":"Alex \"A\" Example"}`,
		`{"upiQrDeepLink":"upi://pay?pa=shop@bank&am=10.00&cu=INR&tn=o-1"}`,
		`["long","long"]`, `not JSON: "`, `{"reference":"8a7b6c5d4e3f2a1b8a7b6c5d4e3f2a1b8a7b6c5d4e3f2a1b8a7b6c5d4e3f2a1b"}`,
	} {
		if got := Redacted([]byte(body), 4096, nil); got != body {
			t.Errorf("got %s, want %s", got, body)
		}
	}
}

// FuzzStoriesTellNoSecret puts a token, and a merchant's secret, under any name, into
// any place of a body or an address, escaped and cut in any way.
func FuzzStoriesTellNoSecret(f *testing.F) {
	for place := range uint(8) {
		f.Add("secret", "x", place, uint(4000))
		f.Add("Sercet", `"`, place, uint(60))
		f.Add("note", "a=b&c", place, uint(90))
		f.Add("", `\`, place, uint(35))
		f.Add("\u0000é", "{[", place, uint(140))
	}
	db := &Store{}
	const known = "merchants-own-secret"
	db.Hide(known)
	f.Fuzz(func(t *testing.T, name, before string, place, limit uint) {
		for _, secret := range []string{known, sampleToken} {
			text := placed(name, before, secret, place)
			least := secret[:12] // less is of no use
			if strings.Contains(name+before, least) || strings.Contains(name+before, secret[len(secret)-12:]) {
				return // told under no cover
			}
			got := Redacted([]byte(text), int(limit%8192), db.Known())
			if strings.Contains(readAll(got), least) || strings.Contains(readAll(got), secret[len(secret)-12:]) {
				t.Errorf("%q at %d: %q", text, limit, got)
			}
		}
	})
}

// readAll is a text with all that can be read out of it.
func readAll(text string) string {
	plain, err := url.QueryUnescape(text)
	if err != nil {
		plain = ""
	}
	return text + " " + plain + " " + unquoted(text)
}

// placed is a text with a secret at one of several places.
func placed(name, before, secret string, place uint) string {
	in := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			return ""
		}
		return string(text)
	}
	object := map[string]any{name: secret}
	switch place % 8 {
	case 0:
		return in(object)
	case 1:
		return in(map[string]any{"a": []any{before, object}})
	case 2:
		return in(map[string]any{name: before + " " + secret})
	case 3:
		return in(map[string]any{"note": in(object)}) // JSON within JSON
	case 4:
		return `{"a":` + in(before) + `,` + in(name) + ` : ` + in(secret) // cut
	case 5:
		return "POST /callback?" + url.Values{"a": {before}, name: {secret}}.Encode()
	case 6:
		return "GET /?" + url.Values{"back": {"https://shop.example/?" + url.Values{name: {secret}}.Encode()}}.Encode()
	}
	escaped := ""
	for _, r := range secret {
		escaped += `\u00` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15])
	}
	return `{` + in(name) + `:"` + escaped + `"}`
}
