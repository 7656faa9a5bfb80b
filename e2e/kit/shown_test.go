package kit

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"payapp/i18n"
	"payapp/internal/testing/golden"
	"payapp/money"
	"payapp/scenarios"
)

// knownWords is shown.json.
type knownWords struct {
	Signs    map[string][]string            `json:"signs"`    // of currencies; none where others have the same
	Headings map[string]map[string][]string `json:"headings"` // by language and data-status
	Moments  map[string]string              `json:"moments"`  // data-moment: when it is
}

// headings are the messages of the status page's heading, by data-status.
var headings = map[string][]string{
	"success": {"status.success.heading", "status.success.headingAmount"},
	"failed": {
		"status.refused.heading", "status.failed.heading", "status.canceled.heading", "status.SECURITY_CHECK_FAILED.heading",
		"status.CUSTOMER_VERIFICATION_INACTIVITY.heading", "status.CUSTOMER_NOT_REGISTERED.heading",
	},
	"expired": {"status.expired.heading"},
	"unknown": {"status.unknown.heading", "status.over.heading"},
	"pending": {
		"status.pending.heading", "status.pending.headingChecking", "status.accepted.heading", "status.overdue.heading", "reference.inLine.heading",
	},
}

func locales(t *testing.T) []*i18n.Locale {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return bundle.Locales()
}

// wordsNow is what shown.json must have.
func wordsNow(t *testing.T) []byte {
	t.Helper()
	w := knownWords{map[string][]string{}, map[string]map[string][]string{}, map[string]string{}}
	for _, m := range scenarios.Moments {
		w.Moments[string(m.Moment)] = m.When
	}
	for _, l := range locales(t) {
		of := map[string][]string{}
		for status, keys := range headings {
			for _, key := range keys {
				text := l.Format(key, map[string]any{"Amount": "{}"})
				if text == "" || text == key {
					t.Fatalf("%s has no %s", l.Tag(), key)
				}
				of[status] = append(of[status], withoutMarks(text))
			}
		}
		w.Headings[l.Tag()] = of
	}
	for _, c := range money.Currencies() {
		w.Signs[c.Code] = []string{}
		if c.Sign != "" && !c.SignShared {
			w.Signs[c.Code] = append(w.Signs[c.Code], c.Sign)
		}
		for _, l := range locales(t) { // a language's own sign
			text := l.Amount(money.MustParse("1", c.Code))
			sign := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsSymbol(r) })
			if c.SignShared || strings.Contains(text, c.Code) || strings.Contains(text, c.Sign) {
				continue
			}
			if !slices.Contains(w.Signs[c.Code], sign) {
				w.Signs[c.Code] = append(w.Signs[c.Code], sign)
			}
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(w); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// withoutMarks is the text without marks of direction.
func withoutMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
}

// The words are today's.
func TestShownWordsAreCurrent(t *testing.T) {
	golden.Compare(t, "shown.json", string(wordsNow(t)), "go test ./e2e/kit -run Shown -update")
}

// The package for Playwright has the moments' names as a type.
func TestMomentsAreTyped(t *testing.T) {
	text, err := os.ReadFile("../playwright/src/pages.ts")
	if err != nil {
		t.Fatal(err)
	}
	_, names, _ := strings.Cut(string(text), "export type Moment =")
	names, _, _ = strings.Cut(names, "\n\n")
	var want []string
	for _, m := range scenarios.Moments {
		want = append(want, strconv.Quote(string(m.Moment)))
	}
	if got := strings.Fields(strings.ReplaceAll(names, "|", " ")); !slices.Equal(got, want) {
		t.Errorf("it has %q, want %q", got, want)
	}
}

// differs is what the script says of texts beside their hooks: text, amount, currency.
func differs(t *testing.T, texts [][3]string) []string {
	t.Helper()
	encoded, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "node", "-e", `console.log(JSON.stringify((`+shownScript+`)(`+string(wordsNow(t))+`, {texts: JSON.parse(require("fs").readFileSync(0))})))`)
	command.Stdin = bytes.NewReader(encoded)
	said, err := command.CombinedOutput()
	var faults []string
	if err != nil || json.Unmarshal(said, &faults) != nil || len(faults) != len(texts) {
		t.Fatalf("%v: %.2000s", err, said)
	}
	return faults
}

// What our own pages write is recognised, in every language and currency.
func TestShownAmountsOfEveryLanguage(t *testing.T) {
	var texts [][3]string
	for _, l := range locales(t) {
		for _, currency := range money.Currencies() {
			for _, amount := range []string{"99", "1234567", "100000"} {
				m := money.MustParse(amount, currency.Code)
				texts = append(texts, [3]string{l.Amount(m), m.Bare(), currency.Code})
			}
		}
	}
	for i, fault := range differs(t, texts) {
		if fault != "" {
			t.Errorf("%q: %s", texts[i], fault)
		}
	}
}

func TestShownAmounts(t *testing.T) {
	cases := []struct {
		text, bare, currency string
		want                 bool
	}{
		{"฿99.00", "99.00", "THB", true},
		{"฿99", "99.00", "", true},
		{"฿98.00", "99.00", "THB", false},
		{"฿9,900", "99.00", "", false},
		{"฿9.90", "99.00", "", false},
		{"฿99.0", "99.00", "", true},
		{"", "99.00", "", false},
		{"฿", "99.00", "", false},
		{"₹12,34,567.50", "1234567.50", "INR", true},
		{"1 234,50 €", "1234.50", "EUR", true},
		{"1.234 €", "1234.50", "EUR", false},
		{"\u200f١٬٢٣٤٫٥٠ ر.س.\u200f", "1234.50", "", true},
		{"۱٬۲۳۴٫۵۱", "1234.50", "", false},
		{"၁၂၃၄.၅၀", "1234.50", "", true},
		{"25.50 USDT", "25.5", "USDT", true},
		{"25.50 USDC", "25.5", "USDT", false},
		{"0.05", "0.05", "", true},
		{"0.50", "0.05", "", false},
		{"50,000 ₫", "150000", "", false},
		{"150.000 ₫", "150000", "VND", true},
		{"฿99.00 ฿90.00", "99.00", "", false},
		{"₹99.00", "99.00", "THB", false},
		{"99.00", "99.00", "THB", false},
		{"NT$800", "800", "USD", false},
		{"฿800", "800", "XAF", false},
		{"FCFA 800", "800", "XAF", true},
		{"EUR 800", "800", "EUR", true},
		{"R 800", "800", "EUR", false},
	}
	var texts [][3]string
	for _, c := range cases {
		texts = append(texts, [3]string{c.text, c.bare, c.currency})
	}
	for i, fault := range differs(t, texts) {
		if (fault == "") != cases[i].want {
			t.Errorf("%q: %q", texts[i], fault)
		}
	}
}
