package methods

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"pgregory.net/rapid"

	"payapp/internal/testing/errorkeys"
	_ "payapp/internal/testing/seeded"
)

// numbers generates valid numbers for each rule with check digits by trying
// them all, so it needs no formula. checks is how many check digits follow the
// body, and rest what follows them.
var numbers = []struct {
	name, country string
	rule          Rule
	body          *rapid.Generator[string]
	checks        int
	rest          string
}{
	{"promptpay", "TH", RulePromptPay, rapid.StringMatching(`[1-9][0-9]{11}`), 1, ""}, // with 0066 it is a phone's, which has none
	{"cuit", "AR", RuleCUIT, digitString(10), 1, ""},
	{"cbu bank", "AR", RuleCBU, digitString(7), 1, "40090418135201"},
	{"cbu account", "AR", RuleCBU, rapid.StringMatching(`28505909[0-9]{13}`), 1, ""},
	{"identity-co", "CO", RuleIdentityCO, rapid.StringMatching(`[89][0-9]{8}`), 1, ""},
}

func digitString(n int) *rapid.Generator[string] {
	return rapid.StringMatching(fmt.Sprintf(`[0-9]{%d}`, n))
}

// completions lists the check digits that the rule accepts between body and
// rest.
func completions(rule Rule, country, body string, checks int, rest string) []string {
	var all []string
	top, _ := strconv.Atoi("1" + strings.Repeat("0", checks))
	for n := range top {
		whole := fmt.Sprintf("%s%0*d%s", body, checks, n, rest)
		if at(country).Check(Field{Rule: rule}, whole).Problem == nil {
			all = append(all, whole)
		}
	}
	return all
}

// At most one check digit fits, and nearly always one does.
func TestChangedCheckDigitIsRejected(t *testing.T) {
	for _, c := range numbers {
		t.Run(c.name, func(t *testing.T) {
			fit, tried := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				all := completions(c.rule, c.country, c.body.Draw(t, "body"), c.checks, c.rest)
				if len(all) > 1 {
					t.Fatalf("%d numbers fit: %v", len(all), all)
				}
				tried++
				fit += len(all)
			})
			if 2*fit < tried {
				t.Errorf("a check digit fits only %d of %d bodies", fit, tried)
			}
		})
	}
}

// A single mistyped digit is found if the scheme promises it: schemes with mod
// 11 weights below 11, and CBU, whose weights are coprime to 10.
func TestMistypedDigitIsFound(t *testing.T) {
	for _, c := range []struct{ rule, country, number string }{
		{"cuit", "AR", "20267565393"}, {"cbu", "AR", "2850590940090418135201"},
		{"identity-co", "CO", "8600029644"},
	} {
		for i := range c.number {
			for d := byte('0'); d <= '9'; d++ {
				if c.number[i] == d || c.rule == "identity-co" && i == 0 {
					continue
				}
				changed := c.number[:i] + string(d) + c.number[i+1:]
				if got := at(c.country).Check(Field{Rule: Rule(c.rule)}, changed); got.Problem == nil {
					t.Errorf("%s: %s for %s is accepted", c.rule, changed, c.number)
				}
			}
		}
	}
}

// Remainders 0 and 1 of 11 are the check digit of a NIT; from 2 on it is 11 minus
// the remainder.
func TestCheckDigitsOfSmallRemainders(t *testing.T) {
	for _, number := range []string{"8068002730", "9327172781", "8644847879"} {
		if got := at("CO").Check(Field{Rule: RuleIdentityCO}, number); got.Problem != nil || got.Value != number {
			t.Errorf("%s: got %+v", number, got)
		}
	}
}

// With a known bank, one check digit of a Nigerian account is accepted and the
// others get a warning; without a bank all are accepted.
func TestNUBANCheckDigit(t *testing.T) {
	m, _ := Default().Find("OFFLINE", "NGN")
	rapid.Check(t, func(t *rapid.T) {
		bank, body := digitString(3).Draw(t, "bank"), digitString(9).Draw(t, "body")
		fit := 0
		for d := range 10 {
			number := body + strconv.Itoa(d)
			values, problems := m.CheckAll(map[string]string{"accountNumber": number, "paymentOperatorCode": bank})
			switch p := problems["accountNumber"]; {
			case values["accountNumber"] != number:
				t.Fatalf("%s became %v", number, values)
			case p == nil:
				fit++
			case !p.Soft || p.Key != "error.nuban-bank":
				t.Fatalf("%s at %s: %+v", number, bank, p)
			}
			if _, problems = m.CheckAll(map[string]string{"accountNumber": number}); len(problems) > 0 {
				t.Fatalf("%s without a bank: %v", number, keysOf(problems))
			}
		}
		if fit != 1 {
			t.Fatalf("%d check digits fit", fit)
		}
	})
}

// typing generates text that looks like what people type into any of the
// fields.
func typing() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringMatching(`[+0-9０-９०-९๐-๙ ()./@-]{0,30}`),
		rapid.StringMatching(`[A-Za-z0-9._@-]{0,40}`),
		rapid.Custom(func(t *rapid.T) string { return rapid.SampledFrom(good).Draw(t, "example").typed }),
		rapid.Custom(func(t *rapid.T) string {
			s := []rune(rapid.SampledFrom(good).Draw(t, "example").typed)
			s[rapid.IntRange(0, len(s)-1).Draw(t, "at")] = rapid.Rune().Draw(t, "r")
			return string(s)
		}),
	)
}

// No rule panics. A rule accepts its own result unchanged, the input has room
// for it, and messages and their variables exist.
func TestRulesAcceptWhatTheyFormat(t *testing.T) {
	known := map[string][]string{}
	for _, e := range errorkeys.All() {
		known[e.Key] = e.Vars
	}
	countries := []string{"", "IN", "TH", "ZA", "TW", "ID", "MX", "AR", "BR", "CO", "NG", "XX"}
	for _, rule := range Rules() {
		t.Run(string(rule), func(t *testing.T) {
			f := Field{Name: "x", Rule: rule}
			rapid.Check(t, func(t *rapid.T) {
				m := at(rapid.SampledFrom(countries).Draw(t, "country"))
				typed := typing().Draw(t, "typed")
				first := m.check(f, typed, rapid.SampledFrom([]string{"", "011", "x"}).Draw(t, "operator"))
				if p := first.Problem; p != nil {
					vars, ok := known[p.Key]
					if !ok {
						t.Fatalf("%q: unlisted message %s", typed, p.Key)
					}
					if len(vars) != len(p.Vars) {
						t.Fatalf("%s has %v, listed are %v", p.Key, p.Vars, vars)
					}
					for _, v := range vars {
						if _, ok := p.Vars[v]; !ok {
							t.Fatalf("%s lacks %s", p.Key, v)
						}
					}
					if !p.Soft {
						return
					}
				}
				if again := m.Check(f, first.Value); again.Value != first.Value || again.Problem != nil && !again.Problem.Soft {
					t.Fatalf("%q became %q, which became %q, %+v", typed, first.Value, again.Value, again.Problem)
				}
				if units, room := len(utf16.Encode([]rune(first.Value))), f.Input().MaxLength; first.Problem == nil && room > 0 && units > room {
					t.Fatalf("%q has %d units, the input takes %d", first.Value, units, room)
				}
				if strings.ContainsFunc(first.Value, unicode.IsControl) {
					t.Fatalf("%q became %q, with a control character", typed, first.Value)
				}
			})
		})
	}
}

func FuzzCheck(f *testing.F) {
	for _, c := range good {
		f.Add(c.typed, c.country)
	}
	for _, c := range bad {
		f.Add(c.typed, c.country)
	}
	f.Fuzz(func(t *testing.T, typed, country string) {
		for _, rule := range Rules() {
			m, field := at(country), Field{Name: "x", Rule: rule}
			first := m.Check(field, typed)
			if first.Problem != nil && !first.Problem.Soft {
				continue
			}
			if again := m.Check(field, first.Value); again.Value != first.Value {
				t.Errorf("%s: %q became %q, which became %q", rule, typed, first.Value, again.Value)
			}
		}
	})
}

// digitValue relies on Unicode's order of digits.
func TestDigitsOfAllScripts(t *testing.T) {
	sets := 0
	ranges := slices.Clone(unicode.Nd.R32)
	for _, r := range unicode.Nd.R16 {
		ranges = append(ranges, unicode.Range32{Lo: uint32(r.Lo), Hi: uint32(r.Hi), Stride: uint32(r.Stride)})
	}
	for _, r := range ranges {
		if r.Stride != 1 || (r.Hi-r.Lo+1)%10 != 0 {
			t.Errorf("%U to %U isn't whole sets of ten", r.Lo, r.Hi)
		}
		sets += int(r.Hi-r.Lo+1) / 10
	}
	if sets < 60 {
		t.Errorf("only %d scripts", sets)
	}
	for _, script := range []string{"0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "০১২৩৪৫৬৭৮৯", "๐๑๒๓๔๕๖๗๘๙", "໐໑໒໓໔໕໖໗໘໙", "௦௧௨௩௪௫௬௭௮௯", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"} {
		if got := fold(script); got != "0123456789" {
			t.Errorf("%s folds to %s", script, got)
		}
	}
}
