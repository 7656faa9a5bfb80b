package cli_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/internal/findings"
)

// checked is the JSON of payapp check.
type checked struct {
	Link, IDPayin    string
	Faults, Warnings int
	Findings         findings.List
	Token            struct {
		Amount, CurrencyCode, MerchantCode string
		Operations                         []string
	}
}

// check checks a link, both ways, which must agree.
func check(t *testing.T, link string, flags ...string) checked {
	t.Helper()
	got := run(t, "", append([]string{"check", link, "--json"}, flags...)...)
	var object checked
	if err := json.Unmarshal([]byte(got.out), &object); err != nil {
		t.Fatalf("%+v: %v", got, err)
	}
	text := run(t, link+"\n", append([]string{"check", "-"}, flags...)...)
	lines := strings.Split(strings.TrimSpace(text.out), "\n")[1:]
	want := 0
	if object.Faults > 0 || slices.Contains(flags, "--strict") && object.Warnings > 0 {
		want = 1
	}
	if got.code != want || text.code != want {
		t.Errorf("exit codes %d and %d, want %d", got.code, text.code, want)
	}
	for i, finding := range object.Findings {
		if !strings.HasPrefix(lines[i], string(finding.Verdict)) || !strings.HasSuffix(lines[i], finding.Says) {
			t.Errorf("as text %q, as JSON %+v", lines[i], finding)
		}
	}
	for _, out := range []string{got.out, got.err, text.out, text.err} {
		u, err := url.Parse(link)
		if err != nil {
			t.Fatal(err)
		}
		if token := u.Query().Get("token"); len(token) > 20 && strings.Contains(out, token) {
			t.Errorf("the token is printed: %s", out)
		}
	}
	return object
}

// codes are the findings' codes of a verdict, with what they are about.
func (c checked) codes(verdict findings.Verdict) (codes []string) {
	for _, finding := range c.Findings {
		if finding.Verdict == verdict {
			codes = append(codes, finding.Name+" "+finding.Code)
		}
	}
	return codes
}

// What payapp link and payapp status-link make is right.
func TestCheckOfGoodLinks(t *testing.T) {
	f := setup(t)
	for name, args := range map[string][]string{
		"RedirectURL": f.link("--order", "o+1~success@2s", "--data", "accountName=Alex", "--method", "PROMPTPAY", "--lang", "th"),
		"status link": f.statusLink("--lang", "th"),
	} {
		made := run(t, "", args...)
		got := check(t, strings.TrimSpace(made.out), "--strict")
		if got.Link != name || got.Faults+got.Warnings != 0 || len(got.Findings) == 0 || len(got.Token.Operations) == 0 {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// jwt is an unsigned token with these claims.
func jwt(t *testing.T, claims map[string]any) string {
	t.Helper()
	body, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none"}`)) + "." + encode(body) + "."
}

// claims of a good token for order-1, with changes; nil removes one.
func claims(changes map[string]any) map[string]any {
	all := map[string]any{
		"exp": 4_102_444_800, "merchantCode": "SHOP", "money": map[string]any{"amount": 10, "currencyCode": "THB"},
		"operations": []string{
			"POST /payins/!availablePaymentOptions", "POST /payins/order-1", "GET /payins/order-1",
			"POST /payins/order-1/externalReference", "GET /merchant-info",
		},
	}
	for name, value := range changes {
		all[name] = value
		if value == nil {
			delete(all, name)
		}
	}
	return all
}

// address is a good link with that token, and with parameters changed; "-" removes one.
func address(t *testing.T, token string, changes ...string) string {
	t.Helper()
	q := url.Values{
		"merchantCode": {"SHOP"}, "idPayin": {"order-1"}, "token": {token}, "amount": {"10.00"}, "currencyCode": {"THB"},
		"callbackUrl": {"https://shop.example/c"}, "returnUrl": {"https://shop.example/r"},
	}
	for i := 0; i < len(changes); i += 2 {
		if changes[i+1] == "-" {
			q.Del(changes[i])
			continue
		}
		q.Set(changes[i], changes[i+1])
	}
	return "https://pay.example/?" + q.Encode()
}

func TestCheckOfParameters(t *testing.T) {
	good := jwt(t, claims(nil))
	for want, link := range map[string]string{
		"":                                      address(t, good),
		"amount decimals":                       address(t, jwt(t, claims(map[string]any{"money": nil})), "amount", "1.5", "currencyCode", "JPY"),
		"amount malformed":                      address(t, good, "amount", "10,00"),
		"amount missing":                        address(t, good, "amount", "-"),
		"amount twice":                          address(t, good) + "&amount=10.00",
		"currencyCode malformed":                address(t, good, "currencyCode", "thb"),
		"callbackUrl http":                      address(t, good, "callbackUrl", "http://shop.example/c"),
		"returnUrl http":                        address(t, good, "returnUrl", "http://shop.example/r"),
		"returnUrl malformed":                   address(t, good, "returnUrl", "javascript:alert(1)"),
		"callbackUrl malformed":                 address(t, good, "callbackUrl", "/c"),
		"idPayin malformed":                     address(t, good, "idPayin", ".."),
		"token malformed":                       address(t, "a b"),
		"optionsAvailable malformed":            address(t, good, "optionsAvailable", "yes"),
		"accountName malformed":                 address(t, good, "accountName", "a\x00"),
		"paymentMethodCode not-offered":         address(t, good, "paymentMethodCode", "PIXQR"),
		"returnUrl missing, returnURL misspelt": address(t, good, "returnUrl", "-", "returnURL", "https://shop.example/r"),
		"lang encoding":                         address(t, good) + "&lang=%zz",
		"lang html":                             address(t, good) + "&amp;lang=th",
	} {
		if got := strings.Join(check(t, link).codes(findings.Fault), ", "); got != want {
			t.Errorf("%s: got %q, want %q", link, got, want)
		}
	}
	for text, link := range map[string]string{
		`"1.5": JPY has no decimals`:                address(t, good, "amount", "1.5", "currencyCode", "JPY"),
		`"1.005": THB has no more than 2 decimals`:  address(t, good, "amount", "1.005"),
		`"0" is not above zero`:                     address(t, good, "amount", "0"),
		`"thb" is written THB`:                      address(t, good, "currencyCode", "thb"),
		`"a b" has a space: was it a +`:             address(t, good, "idPayin", "a b"),
		"is http: this application takes https":     address(t, good, "returnUrl", "http://shop.example/r"),
		"is the link in quotes?":                    "https://pay.example/?merchantCode=SHOP",
		"acountName   is no parameter of this link": address(t, good, "acountName", "A"),
	} {
		if got := run(t, "", "check", link); !strings.Contains(got.out, text) {
			t.Errorf("%s: got %s, want %q", link, got.out, text)
		}
	}
}

// Beside a sandbox, whose application is served by http, shops are too.
func TestCheckTakesHTTPWhereTheApplicationIsHTTP(t *testing.T) {
	link := strings.Replace(address(t, jwt(t, claims(nil)), "returnUrl", "http://localhost:8090/"), "https://pay", "http://pay", 1)
	if got := check(t, link); got.Faults != 0 {
		t.Errorf("got %+v", got)
	}
}

func TestCheckOfTokens(t *testing.T) {
	const options, create, read, reference, name = "POST /payins/!availablePaymentOptions", "POST /payins/order-1", "GET /payins/order-1",
		"POST /payins/order-1/externalReference", "GET /merchant-info"
	all := []string{options, create, read, reference, name}
	without := func(operation string) map[string]any {
		return map[string]any{"operations": slices.DeleteFunc(slices.Clone(all), func(o string) bool { return o == operation })}
	}
	for _, c := range []struct {
		changes          map[string]any
		faults, warnings string
	}{
		{nil, "", ""},
		{map[string]any{"exp": 1_000_000_000}, "expired", ""},
		{map[string]any{"exp": nil}, "", "no-end"},
		{map[string]any{"merchantCode": "OTHER"}, "another-merchant", ""},
		{map[string]any{"idPayment": "order-2"}, "another-payment", ""},
		{map[string]any{"operations": []string{options, "POST /payins/order-2", "GET /payins/order-2", reference, name}}, "not-allowed, not-allowed", ""},
		{map[string]any{"operations": []string{options, "POST /payins/order-2", "GET /payins/order-2", name}}, "another-payment, not-allowed, not-allowed", "not-allowed"},
		{map[string]any{"money": map[string]any{"amount": 9.99, "currencyCode": "THB"}}, "another-amount", ""},
		{map[string]any{"money": map[string]any{"amount": 10, "currencyCode": "INR"}}, "another-amount", ""},
		{map[string]any{"money": nil}, "", "no-money"},
		{without(options), "not-allowed", ""},
		{without(create), "not-allowed", ""},
		{without(read), "not-allowed", ""},
		{without(reference), "", "not-allowed"},
		{without(name), "", "not-allowed"},
		{map[string]any{"operations": nil}, "", "unreadable"},
		{map[string]any{"operations": append(slices.Clone(all), "POST /payins/.*")}, "general", ""},
		{map[string]any{"operations": append(slices.Clone(all), "GET /.*")}, "general", ""},
		{map[string]any{"operations": append(slices.Clone(all), "GET /(")}, "", "unreadable"},
	} {
		got := check(t, address(t, jwt(t, claims(c.changes))))
		about := func(codes []string) string { return strings.ReplaceAll(strings.Join(codes, ", "), "token ", "") }
		if faults, warnings := about(got.codes(findings.Fault)), about(got.codes(findings.Warning)); faults != c.faults || warnings != c.warnings {
			t.Errorf("%v: faults %q, want %q; warnings %q, want %q", c.changes, faults, c.faults, warnings, c.warnings)
		}
	}
	if got := check(t, address(t, "opaque")).codes(findings.Warning); !slices.Equal(got, []string{"token unreadable"}) {
		t.Errorf("no JWT: got %q", got)
	}
}

// A status link's token should only read.
func TestCheckOfStatusLinks(t *testing.T) {
	link := func(operations ...string) string {
		return "https://pay.example/status?idPayin=order-1&currencyCode=THB&token=" + jwt(t, claims(map[string]any{"operations": operations}))
	}
	for want, link := range map[string]string{
		"": link("GET /payins/order-1"),
		"token another-payment, token not-allowed": link("GET /payins/order-2"),
		"token not-allowed":                        link("GET /merchant-info"),
		"currencyCode missing":                     strings.Replace(link("GET /payins/order-1"), "currencyCode=THB&", "", 1),
	} {
		got := check(t, link)
		if codes := strings.Join(got.codes(findings.Fault), ", "); codes != want || got.Link != "status link" {
			t.Errorf("got %q, want %q", codes, want)
		}
	}
	got := check(t, link("GET /payins/order-1", "POST /payins/order-1"))
	if !slices.Equal(got.codes(findings.Warning), []string{"token too-much"}) {
		t.Errorf("got %+v", got)
	}
}

// An id that must be escaped works, and is a doubt.
func TestCheckOfUnusualID(t *testing.T) {
	for id, want := range map[string]bool{"order/1": true, "ออเดอร์": true, "order%1": true, "order-1~success@2s": false, "a.b_c:d+e": false} {
		token := jwt(t, claims(map[string]any{"operations": nil}))
		if got := check(t, address(t, token, "idPayin", id)).codes(findings.Warning); slices.Contains(got, "idPayin unusual") != want {
			t.Errorf("%s: got %q", id, got)
		}
	}
}

// The address that the page shows is no link to send, and payapp check says so.
func TestCheckOfThePagesOwnAddress(t *testing.T) {
	got := run(t, "", "check", "https://pay.example/pay/hunter2")
	if got.code != 2 || !strings.Contains(got.err, "has parameters after a ?") || strings.Contains(got.err, "hunter2") {
		t.Errorf("got %+v", got)
	}
	if got := run(t, "", "check", "--replica", "http://127.0.0.1:1"); strings.Contains(got.err, "check-link") {
		t.Errorf("the check of the application is one of links: %+v", got)
	}
}

// The check of a link calls itself what was typed.
func TestCheckCallsItselfWhatWasTyped(t *testing.T) {
	for typed, other := range map[string]string{"check": "check-link", "check-link": "payapp check:"} {
		got := run(t, "", typed, "https://pay.example/?a=b")
		if got.code != 1 || !strings.HasPrefix(got.err, "payapp "+typed+": ") || strings.Contains(got.err, other) {
			t.Errorf("%s: got %+v", typed, got)
		}
	}
}

// The guide lists every code of a finding.
func TestCheckCodesAreDocumented(t *testing.T) {
	guide, err := os.ReadFile("../../docs/merchants.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range []string{"check_link.go", "check_parameter.go", "check_token.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range regexp.MustCompile(`(?:f\.add\([\w.]+, |return |code, text = )"([a-z-]+)",`).FindAllSubmatch(source, -1) {
			found++
			if !strings.Contains(string(guide), "`"+string(code[1])+"`") {
				t.Errorf("%s: the guide lacks the code %s", file, code[1])
			}
		}
	}
	if found < 25 {
		t.Errorf("only %d codes were found", found)
	}
}

// Not a link at all is a wrong command line, which doesn't repeat what may be a secret.
func TestCheckOfNoLink(t *testing.T) {
	for _, args := range [][]string{{"check", "hunter2?"}, {"check-link", "hunter2"}, {"check-link"}, {"check", "ftp://a/?hunter2"}, {"check", "-", "hunter2"}} {
		got := run(t, "hunter2", args...)
		if got.code != 2 || got.out != "" || strings.Contains(got.err, "hunter2") {
			t.Errorf("%q: got %+v", args, got)
		}
	}
}

// A shop's developer is told by name what went wrong with a link's encoding, and that
// what isn't ours is ignored, in whatever encoding.
func TestCheckOfEncodings(t *testing.T) {
	good := jwt(t, claims(nil))
	link := address(t, good)
	for want, link := range map[string]string{
		"token html":                strings.Replace(link, "&token=", "&amp;token=", 1),
		"accountName encoding":      link + "&accountName=%E9",
		"accountName  encoding":     link + "&accountName=100%",
		"accountName   encoding":    link + "&accountName=a;b",
		"returnUrl encoding":        strings.Replace(link, "returnUrl=https%3A%2F%2F", "returnUrl=https%253A%252F%252F", 1),
		"link fragment":             strings.Replace(link, "&returnUrl=", "&#38;returnUrl=", 1),
		"emailAddress space":        link + "&emailAddress=a+b@shop.example",
		"merchantCode encoding":     strings.Replace(link, "merchantCode=", "merchantCode%3D", 1),
		"MerchantCode misspelt":     strings.Replace(link, "merchantCode=", "MerchantCode=", 1),
		"paymentMethodCode html":    link + "&amp;paymentMethodCode=PROMPTPAY",
		"paymentOperatorCode twice": link + "&paymentOperatorCode=1&paymentOperatorCode=%",
	} {
		if got := check(t, link).codes(findings.Fault); !slices.Contains(got, strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%s: got %q, want %s", link, got, want)
		}
	}
	for _, foreign := range []string{"name=%B8%B9", "msg=100%", "note=a;b", "utm_campaign=%E9", "%=1"} {
		got := check(t, link+"&"+foreign)
		if got.Faults != 0 || got.Warnings != 1 {
			t.Errorf("%s: got %+v", foreign, got.Findings)
		}
	}
	if got := check(t, link+"&phoneNumber=+66812345678").codes(findings.Warning); !slices.Contains(got, "phoneNumber space") {
		t.Errorf("a + before a number: got %q", got)
	}
	for text, want := range map[string]string{
		`{"merchantCode":"SHOP"}`: "JSON", "--x\r\nContent-Disposition: form-data": "multipart", "\ufeff<a href=''>": "HTML",
	} {
		if got := run(t, text, "check", "-"); got.code != 2 || !strings.Contains(got.err, want) {
			t.Errorf("%q: got %+v, want %s", text, got, want)
		}
	}
}

// A link out of a mail may have more than it had.
func TestCheckOfEndings(t *testing.T) {
	token := strings.TrimSuffix(jwt(t, claims(map[string]any{"operations": []string{"GET /payins/order-1"}})), ".") + ".c2ln"
	for query, want := range map[string]string{
		"idPayin=order-1&currencyCode=THB&token=" + token + ".":   "token ending",
		"idPayin=order-1&token=" + token + "&currencyCode=THB)":   "currencyCode ending",
		"token=" + token + "&currencyCode=THB&idPayin=order-1%3E": "idPayin ending",
		"idPayin=order-1&currencyCode=THB&token=" + token:         "",
	} {
		got := check(t, "https://pay.example/status?"+query).codes(findings.Warning)
		if want == "" && len(got) > 0 || want != "" && !slices.Contains(got, want) {
			t.Errorf("%.60s: got %q, want %q", query, got, want)
		}
	}
}
