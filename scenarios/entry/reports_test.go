package entry

import (
	"net/url"
	"strings"
	"testing"
)

// faultIn is what is wrong with a link that was changed.
func faultIn(query string) string {
	_, err := Parse(Rules{IsField: isField}, query)
	if err == nil {
		return ""
	}
	return strings.TrimPrefix(err.Error(), "invalid parameters: ")
}

// "&curren" is a sign of HTML's, which needs no semicolon: a link that is shown as text
// of a page loses its currency.
func TestFault67_AParameterThatBecameASign(t *testing.T) {
	whole := link().Encode()
	for name, query := range map[string]string{
		"escaped":     strings.Replace(whole, "&currencyCode=", "%C2%A4cyCode=", 1),
		"as it is":    strings.Replace(whole, "&currencyCode=", "¤cyCode=", 1),
		"with its =":  strings.Replace(whole, "&currencyCode=", "%C2%A4cyCode%3D", 1),
		"of its own":  strings.Replace(whole, "&currencyCode=", "&¤cyCode=", 1),
		"a status's ": "idPayin=o&token=t%C2%A4cyCode=THB",
	} {
		got := faultIn(query)
		if _, err := ParseStatus(query); strings.HasPrefix(query, "idPayin=o&") {
			got = err.Error()
		}
		if !strings.Contains(got, "currencyCode missing (¤cyCode → &currencyCode)") {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// Programs that count clicks escape the link that they hold, and some do it twice.
func TestFault73_LinksThatWereEncodedTwice(t *testing.T) {
	whole := link().Encode()
	for name, c := range map[string]struct{ query, want string }{
		"the whole link": {url.QueryEscape(whole), "token missing (%26 → &)"},
		"each value":     {strings.ReplaceAll(whole, "%", "%25"), "callbackUrl malformed (%25 → %), returnUrl malformed (%25 → %)"},
		"as a value":     {"url=" + url.QueryEscape("https://pay.example/?"+whole), "token missing (%26 → &)"},
		"its separators": {strings.ReplaceAll(whole, "&", "%26"), "token missing (%26 → &)"},
		"its equals":     {strings.ReplaceAll(whole, "=", "%3D"), "token missing (%3D → =)"},
	} {
		if got := faultIn(c.query); !strings.Contains(got, c.want) || IsEmpty(c.query) {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

// A shop's builder begins its parameters anew, or writes lists.
func TestFault74_LinksThatWerePutTogetherWrongly(t *testing.T) {
	whole := link().Encode()
	for name, c := range map[string]struct{ query, want string }{
		"a second ?":         {"lang=th?" + whole, "amount missing (? → &)"},
		"two ?":              {"?" + whole, `amount missing ("?amount" → amount)`},
		"semicolons":         {strings.ReplaceAll(whole, "&", ";"), "token missing (; → &)"},
		"lists":              {strings.ReplaceAll(whole, "=", "[]="), `token missing ("token[]" → token)`},
		"indexed by capital": {strings.ToUpper(whole), "token missing (TOKEN → token)"},
		"small letters":      {strings.Replace(whole, "merchantCode", "merchantcode", 1), "merchantCode missing (merchantcode → merchantCode)"},
		"spaces":             {strings.Replace(whole, "&token=", "&+token=", 1), `token missing (" token" → token)`},
	} {
		if got := faultIn(c.query); !strings.Contains(got, c.want) || IsEmpty(c.query) {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	for _, nothing := range []string{"", "utm=1", "q=token", "a=%26b", "fbclid=x"} {
		if !IsEmpty(nothing) {
			t.Errorf("%q is a link", nothing)
		}
	}
}

// A plugin escapes an address for a page before it puts it into the link: all of it is
// the shop's, and nothing behind a # is lost.
func TestFault93_AddressesInHTMLsSpelling(t *testing.T) {
	for _, and := range []string{"&", "&amp;", "&#038;", "&#38;", "&#x26;"} {
		given := link()
		given.Set("returnUrl", "https://shop.example/cart?cancel=true"+and+"order=1"+and+"id=9#a")
		given.Set("callbackUrl", "https://shop.example/?wc-api=pay"+and+"key=2")
		o, err := Parse(Rules{}, given.Encode())
		if err != nil || o.ReturnURL != "https://shop.example/cart?cancel=true&order=1&id=9#a" || o.CallbackURL != "https://shop.example/?wc-api=pay&key=2" {
			t.Errorf("%s: %q, %q, %v", and, o.ReturnURL, o.CallbackURL, err)
		}
	}
}
