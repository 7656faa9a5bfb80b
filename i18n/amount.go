package i18n

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bojanz/currency"
	lru "github.com/hashicorp/golang-lru/v2"

	"payapp/money"
)

// maxAmounts bounds the memory of amounts already written.
const maxAmounts = 1024

// amounts writes amounts in one language. Formatting costs some dozens of
// allocations and a payment shows the same few amounts again and again, so
// what was written is remembered.
type amounts struct {
	locale  currency.Locale
	written *lru.Cache[money.Money, string]
}

func newAmounts(row languageRow) *amounts {
	tag := row.tag
	if row.formatTag != "" {
		tag = row.formatTag
	}
	return &amounts{locale: currency.NewLocale(tag), written: remembered[money.Money, string](maxAmounts)}
}

// atHome is where a language of many countries writes an amount as the
// currency's own country does: by locale and currency, a territory of CLDR.
var atHome = map[string]map[string]string{
	"en":     {"INR": "IN"},                           // ₹12,34,567.00, as India groups digits in English too
	"es-419": {"ARS": "AR", "COP": "CO", "MXN": "MX"}, // 1.234,50 in the south, 1,234.50 in Mexico
}

// latin puts 0 to 9 in the place of other digits, and the separators that go
// with them.
var latin = strings.NewReplacer(digitPairs("০", "०", "၀")...)

// digitPairs pairs ten digits from each zero on with 0 to 9.
func digitPairs(zeros ...string) []string {
	var pairs []string
	for _, zero := range zeros {
		first, _ := utf8.DecodeRuneInString(zero)
		for d := range 10 {
			pairs = append(pairs, string(first+rune(d)), strconv.Itoa(d))
		}
	}
	return pairs
}

// Amount writes m as people do: sign, grouping, and as many decimals as
// custom asks for; the code as well where the sign is used by several
// currencies. "" for what must never be shown as an amount: zero, negative,
// or without a currency.
func (l *Locale) Amount(m money.Money) string {
	if !m.IsPositive() {
		return ""
	}
	s, ok := l.amounts.written.Get(m)
	if !ok {
		s = l.amounts.format(m)
		l.amounts.written.Add(m, s)
	}
	return s
}

func (a *amounts) format(m money.Money) string {
	const space = "\u00a0"
	code := m.Currency()
	locale := a.locale
	if territory, ok := atHome[locale.String()][code]; ok {
		locale.Territory = territory
	}
	f := currency.NewFormatter(locale)
	digits := uint8(m.Digits()) //nolint:gosec // at most 18, money sees to it
	f.MinDigits, f.MaxDigits = digits, digits
	carrier, suffix := code, ""
	if !currency.IsValid(code) {
		carrier = "USD" // USDC, USDT and what a catalogue file adds are in no list of CLDR: the number is written as of USD
	}
	about, _ := money.Find(code)
	switch {
	case about.Sign != "":
		f.SymbolMap[carrier] = about.Sign
	case carrier != code:
		f.CurrencyDisplay = currency.DisplayNone
	}
	if about.SignShared || f.CurrencyDisplay == currency.DisplayNone {
		suffix = space + code
	}
	number, err := currency.NewAmount(m.Bare(), carrier)
	if err != nil {
		// No amount is one that money would refuse: plain, but never nothing.
		return m.Bare() + space + code
	}
	written := latin.Replace(f.Format(number))
	if f.CurrencyDisplay == currency.DisplayNone {
		written = strings.TrimRight(written, "\u00a0\u200f") // what stood before the sign
	}
	if about.SignShared && strings.HasSuffix(written, about.Sign) {
		// Where the sign comes last the code takes its place: "1.200 TWD".
		return strings.TrimSuffix(written, about.Sign) + code
	}
	return written + suffix
}
