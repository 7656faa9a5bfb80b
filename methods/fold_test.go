package methods

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	_ "payapp/internal/testing/seeded"
)

// What is shown in the field is what is sent, in every rule: no letter is changed or
// lost by folding and trimming, but for its width and case. Where a rule translates, the
// page shows what it sends.
func TestWhatIsShownIsWhatIsSent(t *testing.T) {
	translate := []Rule{RuleCountry, RuleIdentityCO} // a country's code; "CC" before a number
	words := rapid.StringMatching(`[a-zA-Zａ-ｚァ-ヶーｰ〜゠־ア-ンあ-ん漢字가-힣а-яΑ-ω०-९٠-٩0-9０-９ .@。＠–−─_'"=,-]{1,24}`)
	for _, rule := range Rules() {
		if slices.Contains(translate, rule) {
			continue
		}
		f := Field{Name: "x", Rule: rule}
		rapid.Check(t, func(t *rapid.T) {
			m := at(rapid.SampledFrom([]string{"", "TH", "JP", "ZA", "AR"}).Draw(t, "country"))
			typed := rapid.OneOf(words, typing()).Draw(t, "typed")
			got := m.Check(f, typed)
			if got.Problem != nil && !got.Problem.Soft || got.Value == "" {
				return // nothing is sent
			}
			if want, sent := letters(f.Seen(typed)), letters(got.Value); sent != want {
				t.Fatalf("%s: %+q is sent as %+q: %q of %q", rule, typed, got.Value, sent, want)
			}
		})
	}
}

// loneVowel is a long-vowel sign that lengthens nothing: a dash.
var loneVowel = regexp.MustCompile(`(^|[^\pL])ー([^\pL]|$)`)

func letters(text string) string {
	for text = norm.NFKC.String(text); loneVowel.MatchString(text); {
		text = loneVowel.ReplaceAllString(text, "$1-$2")
	}
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// Addresses with letters of other scripts keep all of their signs; those of ASCII are
// what other keyboards and widths write for it.
func TestAddressesKeepTheirLetters(t *testing.T) {
	for typed, want := range map[string]string{
		"info@ラーメン.jp": "info@ラーメン.jp", "ｉｎｆｏ＠ラーメン。ｊｐ": "info@ラーメン.jp", "らーめん１@example.jp": "らーめん1@example.jp",
		"info@भारत१.भारत": "info@भारत१.भारत", "רמת־גן@shop.example": "רמת־גן@shop.example", "a–b@bücher.example": "a–b@bücher.example",
		"info٢@shop.example": "info2@shop.example", "o’brien@shop.example": "o’brien@shop.example", "a‐b@shop.example": "a-b@shop.example",
	} {
		got := at("JP").Check(Field{Name: "emailAddress", Rule: RuleEmail}, typed)
		warned := got.Problem != nil && got.Problem.Soft
		if got.Value != want || warned == isASCII(want) {
			t.Errorf("%s: got %q, %+v; want %q", typed, got.Value, got.Problem, want)
		}
	}
}

// accepted checks that a rule accepts all spellings of a number without a warning, with
// the same result.
func accepted(t *testing.T, rule Rule, country string, spellings map[string]string) {
	t.Helper()
	for typed, want := range spellings {
		if got := at(country).Check(Field{Name: "x", Rule: rule, Required: true}, typed); got.Problem != nil || got.Value != want {
			t.Errorf("%s %q: got %q, %+v; want %q", rule, typed, got.Value, got.Problem, want)
		}
	}
}

// Numbers as sheets write them are those numbers, and one that a sheet has shortened
// is doubted: its last digits may be lost.
func TestNumbersOfSheets(t *testing.T) {
	for _, rule := range []Rule{RulePromptPay, RuleAccount, RuleAccountVN, RuleReference, RuleReferenceUPI} {
		for _, typed := range []string{
			"432112345678.0", "432112345678.00", "432112345678,00", "'432112345678", `"432112345678"`, `="432112345678"`, "=432112345678", "４３２１１２３４５６７８．０",
			" 432112345678.0\t",
		} {
			accepted(t, rule, "TH", map[string]string{typed: "432112345678"})
		}
		for _, typed := range []string{"4.32112345678E+11", "4.32112E11", "4,32112E+11"} {
			if got := at("TH").Check(Field{Name: "x", Rule: rule}, typed); got.Problem == nil {
				t.Errorf("%s %s: it is taken as %s", rule, typed, got.Value)
			}
		}
	}
	accepted(t, RulePhone, "TH", map[string]string{"0812345678.0": "+66812345678", "'0812345678": "+66812345678"})
	accepted(t, RulePhone, "JP", map[string]string{"０９０ー１２３４ー５６７８": "+819012345678", "090ｰ1234ｰ5678": "+819012345678"})
	accepted(t, RuleIdentityCO, "CO", map[string]string{"1.020.304.050": "1020304050", "1020304050.0": "1020304050"})
}
