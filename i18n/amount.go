package i18n

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bojanz/currency"
	lru "github.com/hashicorp/golang-lru/v2"

	"payapp/money"
)

// maxAmounts limits the cache of formatted amounts.
const maxAmounts = 1024

// amounts formats amounts in one language. Formatting costs dozens of
// allocations and a payment shows the same few amounts again and again, so
// results are cached.
type amounts struct {
	locale  currency.Locale
	rtl     bool
	written *lru.Cache[money.Money, string]
}

func newAmounts(row languageRow) *amounts {
	tag := cmp.Or(row.formatTag, row.tag)
	written, _ := lru.New[money.Money, string](maxAmounts) // fails only for a size below one
	return &amounts{locale: currency.NewLocale(tag), rtl: row.rtl, written: written}
}

// atHome is the territory of CLDR, by locale and currency, for a language of
// several countries that write amounts differently: each currency is written as
// in its own country.
var atHome = map[string]map[string]string{
	"en":     {"INR": "IN"},                           // ₹12,34,567.00, as India groups digits in English too
	"es-419": {"ARS": "AR", "COP": "CO", "MXN": "MX"}, // 1.234,50 in the south, 1,234.50 in Mexico
}

// signAtHome are signs that a language's readers take for another currency's: "¥" alone
// is yuan in Chinese, and yen everywhere else.
var signAtHome = map[string]map[string]string{
	"zh-Hans": {"CNY": "¥", "JPY": "JP¥"},
	"zh-Hant": {"JPY": "JP¥"},
}

const space = "\u00a0" // that no line breaks at

// latin replaces other digits and their separators with 0 to 9 and ours.
var latin = strings.NewReplacer(digitPairs("০", "०", "၀")...)

// digitPairs pairs the ten digits starting at each zero with 0 to 9.
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

// Amount formats m as people write it: sign, grouping and the customary
// decimals; with the code if several currencies share the sign. It is "" if m
// must never be shown as an amount: zero, negative, or without a currency.
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
	about, _ := money.Find(m.Currency())
	if sign, ok := signAtHome[a.locale.String()][m.Currency()]; ok {
		about.Sign = sign
	}
	return a.write(m, about)
}

// write formats an amount in the currency that about describes.
func (a *amounts) write(m money.Money, about money.Currency) string {
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
		carrier = "USD" // CLDR doesn't have USDC and USDT: their numbers are written as for USD
	}
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
		// An amount that money would refuse: written plainly, but never empty.
		return m.Bare() + space + code
	}
	written := latin.Replace(f.Format(number))
	if f.CurrencyDisplay == currency.DisplayNone {
		written = strings.TrimRight(written, "\u00a0\u200f") // what was before the sign
	}
	if about.SignShared && strings.HasSuffix(written, about.Sign) {
		// If the sign comes last, the code replaces it: "1.200 TWD".
		return strings.TrimSuffix(written, about.Sign) + code
	}
	written = apart(written, about.Sign)
	if a.rtl && utf8.RuneCountInString(about.Sign) > 1 {
		// A "$" beside a Latin letter would change sides.
		written = strings.Replace(written, about.Sign, leftToRight+about.Sign+isolateEnd, 1)
	}
	return written + suffix
}

// apart keeps a sign that ends like a word or an abbreviation from its number, as
// CLDR's rule does: "kr. 249.00" beside "฿249.00". The formatter does so for
// letters alone.
func apart(written, sign string) string {
	before, after, found := strings.Cut(written, sign)
	last, _ := utf8.DecodeLastRuneInString(sign)
	first, _ := utf8.DecodeRuneInString(after)
	if sign == "" || !found || unicode.IsSymbol(last) || !unicode.IsDigit(first) {
		return written
	}
	return before + sign + space + after
}
