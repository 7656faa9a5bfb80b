package entry

import (
	"encoding/base64"
	"strings"
	"testing"
)

// raw is a whole RedirectURL's query, with something before and behind it.
func raw(before, behind string) string { return before + link().Encode() + behind }

// foreign are parameters that others add to links: in other encodings, with broken
// escapes, twice, or of any length.
var foreign = []string{
	"name=%B8%B6%B8%EE", "name=\xb8\xb6", "msg=100%", "msg=%", "msg=%4", "msg=%zz", "msg=%u4ed8%u6b3e", "note=a;b", "note=;", ";", "a;b=c",
	"utm_campaign=%E9t%E9", "utm_campaign=\xe9", "q=%83%65%83%58", "x=%00", "%ff=1", "%=%", "=", "&&", "a=1&a=2", "gclid=" + strings.Repeat("A", 20_000),
	"IDPAYIN=other", "Token=x", "status=paid", "amp;utm=1", "x=%ED%A0%80", "x=%C0%AF", "[]=1", "a[b]=%", "x=" + strings.Repeat("%", 3000),
}

// What isn't ours spoils nothing, wherever it stands.
func TestFault62_WhatIsForeignIsIgnored(t *testing.T) {
	rules := Rules{IsField: isField}
	want := parsed(t)
	for _, f := range foreign {
		for where, query := range map[string]string{"before": raw(f+"&", ""), "behind": raw("", "&"+f)} {
			if got, err := Parse(rules, query); err != nil || got.Print() != want.Print() {
				t.Errorf("%.60s %s: got %+v, %v", f, where, got, err)
			}
		}
		if got, err := Parse(rules, f, link().Encode()); err != nil || got.Print() != want.Print() {
			t.Errorf("%.60s beside a form: %v", f, err)
		}
		if s, err := ParseStatus(f + "&idPayin=o&token=t&currencyCode=THB&" + f); err != nil || s.IDPayin != "o" {
			t.Errorf("%.60s in a status link: got %+v, %v", f, s, err)
		}
	}
}

// Of ours, what can't be read is named, with how it is written.
func TestFault62_WhatIsOursIsNamed(t *testing.T) {
	good := link("emailAddress", "a@b.example")
	for query, want := range map[string]string{
		"accountName=%B8%B6":               "accountName malformed (→ UTF-8)",
		"accountName=\xe9":                 "accountName malformed (→ UTF-8)",
		"accountName=100%":                 "accountName malformed (% → %25)",
		"accountName=a;b":                  "accountName malformed (; → %3B)",
		"accountName=%00":                  "accountName malformed",
		"lang=%zz":                         "lang malformed (% → %25)",
		"paymentMethodCode=%ff":            "paymentMethodCode malformed (→ UTF-8)",
		"optionsAvailable=TRUE":            "optionsAvailable malformed (TRUE → true)",
		"accountName=a&accountName=%":      "accountName twice",
		"idPayin=order-2":                  "idPayin twice",
		"%69dPayin=order-2":                "idPayin twice",
		"allowCustomerDataChange=true%20":  `allowCustomerDataChange malformed (" " → "")`,
		"paymentOperatorCode=a%252Fb%2525": "paymentOperatorCode malformed",
	} {
		_, err := Parse(Rules{IsField: isField}, query+"&"+good.Encode())
		if err == nil || err.Error() != "invalid parameters: "+want {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
	for name, c := range map[string]struct{ from, to, want string }{
		"&amp;":             {"&token=", "&amp;token=", "token missing (&amp; → &)"},
		"&amp%3B":           {"&token=", "&amp%3Btoken=", "token missing (&amp; → &)"},
		"&amp;amp;":         {"&token=", "&amp;amp;token=", "token missing (&amp; → &)"},
		"capitals":          {"&token=", "&Token=", "token missing (Token → token)"},
		"all capitals":      {"merchantCode=", "MERCHANTCODE=", "merchantCode missing (MERCHANTCODE → merchantCode)"},
		"a list":            {"&token=", "&token[]=", `token missing ("token[]" → token)`},
		"a second ?":        {"&returnUrl=", "&lang=th?returnUrl=", "returnUrl missing (? → &)"},
		"an encoded &":      {"&returnUrl=", "%26returnUrl=", "idPayin malformed, returnUrl missing"},
		"a semicolon":       {"&token=", ";token=", "token missing (; → &)"},
		"an encoded =":      {"token=", "token%3D", "token missing (%3D → =)"},
		"a plus":            {"token=a.b.c", "token=a+b", "token malformed (+ → %2B)"},
		"small currency":    {"currencyCode=THB", "currencyCode=thb", "currencyCode malformed (thb → THB)"},
		"encoded twice":     {"returnUrl=https%3A%2F%2F", "returnUrl=https%253A%252F%252F", "returnUrl malformed (%25 → %)"},
		"an odd merchant":   {"merchantCode=DEMO", "merchantCode=DE+MO", "merchantCode malformed (+ → %2B)"},
		"an empty one":      {"token=a.b.c", "token=", "token missing"},
		"a byte order mark": {"merchantCode=", "%EF%BB%BFmerchantCode=", "merchantCode missing (\"\\ufeffmerchantCode\" → merchantCode)"},
	} {
		query := strings.Replace(link("token", "a.b.c").Encode(), c.from, c.to, 1)
		if name == "all capitals" || name == "a byte order mark" || name == "an odd merchant" {
			query = strings.Replace(link().Encode(), c.from, c.to, 1)
		}
		_, err := Parse(Rules{IsField: isField}, query)
		if name == "an encoded &" { // what it stands in is malformed, too, if that may not have it
			if err == nil || !strings.Contains(err.Error(), "returnUrl missing (%26 → &)") {
				t.Errorf("%s: got %v", name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s: got %v, want %s", name, query, err, c.want)
		}
	}
}

// A form may begin with a byte order mark and end with a line.
func TestFault77_FormsFromFiles(t *testing.T) {
	if _, err := Parse(Rules{}, "", "\ufeff"+link().Encode()+"\r\n"); err != nil {
		t.Error(err)
	}
}

// endings are what mail programs take into a link behind it.
var endings = []string{
	".", ")", ">", "]", "}", ",", ";", ":", "!", "?", "'", "\"", "`", "*", "**", "|", "%20", "+", "%0A", "%0D%0A", "%09", "%3E", "%3e.", "%29.", ").", ">,",
	"%C2%A0", "%E2%80%8B", "%C2%AD", "%EF%BB%BF", "\u200b", "\u00ad", "%E3%80%82", "。", "）", "」をご確認ください", "%E2%80%9D", "”", "»", "…", "=20", "=E2=80=9D",
	"=C2=A0", "=", "%", "%2", "%B7", "\xb7", "%3C/a%3E", "</a>", "%3Cbr%3E", "/", "\\", "%7D",
}

func TestFault63_EndingsOfMailPrograms(t *testing.T) {
	part := base64.RawURLEncoding.EncodeToString
	token := part([]byte(`{"alg":"HS256"}`)) + "." + part([]byte(`{"operations":["GET /payins/order-1"]}`)) + "." + part([]byte("signature"))
	for _, c := range []struct{ last, other, value string }{
		{"token", "idPayin=order-1&currencyCode=THB", token},
		{"currencyCode", "idPayin=order-1&token=" + token, "THB"},
		{"idPayin", "currencyCode=THB&token=" + token, "order-1"},
	} {
		for _, ending := range endings {
			query := c.other + "&" + c.last + "=" + c.value + ending
			got, err := ParseStatus(query)
			if err != nil || got.Token.Reveal() != token || got.CurrencyCode != "THB" || got.IDPayin != "order-1" {
				t.Errorf("%s with %q: got %q %q, %v", c.last, ending, got.IDPayin, got.CurrencyCode, err)
			}
			if c.last == "token" || strings.Trim(ending, "=") == "" || strings.ContainsAny(ending, "&") {
				continue
			}
			between := c.last + "=" + c.value + ending + "&" + c.other
			if got, err := ParseStatus(between); err == nil && (got.CurrencyCode != "THB" || got.IDPayin == "order-1") && c.last == "currencyCode" {
				t.Errorf("%s with %q in the middle: got %+v", c.last, ending, got)
			}
		}
	}
	// A mail program breaks a long token where it has no space.
	for _, broken := range []string{"%C2%AD", "\u00ad", "%E2%80%8B", "%0D%0A", "%0A", "%09", "\u2060"} {
		query := "token=" + token[:20] + broken + token[20:] + "&idPayin=order-1&currencyCode=THB"
		if got, err := ParseStatus(query); err != nil || got.Token.Reveal() != token {
			t.Errorf("broken by %q: %v", broken, err)
		}
	}
	// The rest doesn't prove it: another sort of token, an id that may end so.
	for query, want := range map[string]string{
		"idPayin=order-1&currencyCode=THB&token=abc.":           "order-1 abc.",
		"token=abc&currencyCode=THB&idPayin=order-1.":           "order-1. abc",
		"currencyCode=THB&token=" + token + "&idPayin=order-2.": "order-2. " + token,
	} {
		got, err := ParseStatus(query)
		if err != nil || got.IDPayin+" "+got.Token.Reveal() != want {
			t.Errorf("%s: got %+v, %v", query, got, err)
		}
	}
	if got, err := Parse(Rules{}, raw("token="+token+"&", "")+"&amount=1"); err == nil {
		t.Errorf("got %+v", got)
	}
}

// A RedirectURL in a mail ends the same way.
func TestFault63_EndingsOfRedirectURLs(t *testing.T) {
	v := link()
	v.Del("amount")
	for _, ending := range []string{".", ")", ">", "%20", "=E2=80=9D", "%3C/a%3E", "。"} {
		got, err := Parse(Rules{}, v.Encode()+"&amount=1234.50"+ending)
		if err != nil || got.Money != thb("1234.5") {
			t.Errorf("%q: got %v, %v", ending, got.Money, err)
		}
	}
	for _, bad := range []string{"10,00", "1e9", "-1", "1.234", "ten"} {
		if got, err := Parse(Rules{}, v.Encode()+"&amount="+bad); err == nil {
			t.Errorf("%s became %v", bad, got.Money)
		}
	}
}

// A gateway's token may take all that a cookie can, and a shop's address 2 KB: mail
// programs add to them, too. What is longer is told as that.
func TestFault85_LongValues(t *testing.T) {
	address := "https://shop.example/?" + strings.Repeat("a", 2048-len("https://shop.example/?"))
	token := "eyJ" + strings.Repeat("a", 2000) + "." + strings.Repeat("b", 3000) + "."
	token += strings.Repeat("c", longest["token"]-len(token))
	v := link("returnUrl", address, "callbackUrl", address, "accountName", strings.Repeat("ก", 1000))
	v.Del("token")
	for _, ending := range append(endings, "。"+strings.Repeat("請點擊", 130), strings.Repeat("=E3=80=82", 130)) {
		broken := token[:300] + "%C2%AD" + token[300:600] + "%0D%0A" + token[600:]
		got, err := Parse(Rules{IsField: isField}, v.Encode()+"&token="+broken+ending)
		if err != nil || got.Token.Reveal() != token || got.ReturnURL != address || len(got.Data) != 1 {
			t.Errorf("with %.20q: got a token of %d, %v", ending, len(got.Token.Reveal()), err)
		}
	}
	for name, value := range map[string]string{
		"token": token + "c", "returnUrl": address + "a", "merchantCode": strings.Repeat("M", 129), "lang": strings.Repeat("a", 65),
		"accountName": strings.Repeat("a", longestData+1), "currencyCode": "THB" + strings.Repeat(".", 5000), "idPayin": strings.Repeat("é", 5000),
	} {
		if got := faultsOf(t, link(name, value)); got != name+" too-long" {
			t.Errorf("a long %s: got %q", name, got)
		}
	}
}
