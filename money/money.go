package money

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// Why an amount is refused. Parse wraps one of these.
var (
	ErrCurrency = errors.New("unknown currency")
	ErrSyntax   = errors.New("not a plain decimal number")
	ErrPositive = errors.New("not above zero")
	ErrDecimals = errors.New("more decimals than the currency has")
	ErrTooLong  = errors.New("too many digits")
)

// maxDigits limits the digits before and after the point: far more than any
// real payment has, and still cheap to handle.
const maxDigits = 18

// Money is an amount in a currency. The zero value means no money at all.
// Values are comparable: equal amounts are ==, however they were written.
type Money struct {
	amount   string // plain decimal, no leading or trailing zeros: "1234.5"
	currency string
}

// Parse reads an amount of a RedirectURL: ASCII digits with at most one point,
// above zero. Zeros beyond the currency's decimals are ignored, since shops
// print them (1000.00 JPY); any other digit there is ErrDecimals.
func Parse(amount, currency string) (Money, error) {
	units, ok := MinorUnits(currency)
	if !ok {
		return Money{}, fmt.Errorf("%q: %w", currency, ErrCurrency)
	}
	whole, fraction, point := strings.Cut(amount, ".")
	if !digits(whole) || point && !digits(fraction) {
		return Money{}, ErrSyntax
	}
	if len(whole) > maxDigits || len(fraction) > maxDigits {
		return Money{}, ErrTooLong
	}
	if len(strings.TrimRight(fraction, "0")) > units {
		return Money{}, ErrDecimals
	}
	m := Money{normal(whole, fraction), currency}
	if m.amount == "0" {
		return Money{}, ErrPositive
	}
	return m, nil
}

// MustParse is Parse for literals in code and tests. It panics on an error.
func MustParse(amount, currency string) Money {
	m, err := Parse(amount, currency)
	if err != nil {
		panic(fmt.Sprintf("money.MustParse(%q, %q): %v", amount, currency, err))
	}
	return m
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// normal joins the parts without leading and trailing zeros.
func normal(whole, fraction string) string {
	whole = strings.TrimLeft(whole, "0")
	fraction = strings.TrimRight(fraction, "0")
	if whole == "" {
		whole = "0"
	}
	if fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// Amount is the plain decimal without trailing zeros, for arithmetic and
// comparison: "1234.5".
func (m Money) Amount() string { return m.amount }

// Currency is the currency's code.
func (m Money) Currency() string { return m.currency }

// IsZero reports whether m is the zero value, no money at all.
func (m Money) IsZero() bool { return m == Money{} }

// IsPositive reports whether m may be shown as an amount to pay: above zero,
// with a currency.
func (m Money) IsPositive() bool {
	return m.currency != "" && m.amount != "" && m.amount != "0" && m.amount[0] != '-'
}

// FitsUnit reports whether m has no digits below the currency's smallest unit.
// An unknown currency has no smallest unit here, so everything fits.
func (m Money) FitsUnit() bool {
	_, fraction, _ := strings.Cut(m.amount, ".")
	units, known := MinorUnits(m.currency)
	return !known || len(fraction) <= units
}

// mostMinorUnits is the most that ISO 4217 gives a currency.
const mostMinorUnits = 4

// Digits is the number of decimals that people write for m: the currency's
// minor units; none if the currency is Whole and they are zero; and only
// significant ones for currencies with more decimals than ISO 4217 has.
func (m Money) Digits() int {
	_, fraction, _ := strings.Cut(m.amount, ".")
	c, _ := Find(m.currency)
	units := c.MinorUnits
	if units > mostMinorUnits || len(fraction) > units || c.Whole && fraction == "" {
		return len(fraction)
	}
	return units
}

// Bare is the amount as a banking app takes it: digits and at most one point,
// with Digits decimals: "1234.50", "150000", "12.5".
func (m Money) Bare() string {
	whole, fraction, _ := strings.Cut(m.amount, ".")
	n := m.Digits()
	if n == 0 {
		return whole
	}
	return whole + "." + fraction + strings.Repeat("0", n-len(fraction))
}

// String is for logs and test failures: "1234.50 THB".
func (m Money) String() string { return m.Bare() + " " + m.currency }

// wire is the "money" object of interface.md, Shared objects.
type wire struct {
	Amount       json.Number `json:"amount"`
	CurrencyCode string      `json:"currencyCode"`
}

// MarshalJSON writes interface.md's money object, with the amount as a number.
func (m Money) MarshalJSON() ([]byte, error) {
	return json.Marshal(wire{json.Number(m.Bare()), m.currency})
}

// UnmarshalJSON reads interface.md's money object. The amount may be a number
// or a string, also in people's notation where that can be only one amount; it is an
// error if it isn't a finite decimal of at most maxDigits. Zero and negative amounts are
// accepted: the caller decides. Currencies are the same in any case.
func (m *Money) UnmarshalJSON(data []byte) error {
	var w struct {
		Amount       json.RawMessage `json:"amount"`
		CurrencyCode string          `json:"currencyCode"`
	}
	if string(data) == "null" {
		*m = Money{}
		return nil
	}
	if err := json.Unmarshal(data, &w); err != nil {
		return fmt.Errorf("money: %w", err)
	}
	text := string(w.Amount)
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(w.Amount, &text); err != nil {
			return fmt.Errorf("money: %w", err)
		}
	}
	amount, err := canonical(plainNumber(strings.TrimSpace(text)))
	if err != nil {
		return err
	}
	*m = Money{amount, strings.ToUpper(strings.TrimSpace(w.CurrencyCode))}
	return nil
}

// written are people's notations of an amount that can be read in one way alone, and
// what makes plain numbers of them: 1,234 and 1.234 can be two.
var written = map[*regexp.Regexp]*strings.Replacer{
	regexp.MustCompile(`^[+-]?\d{1,3}(,\d{3})+\.\d+$`): strings.NewReplacer(",", ""),
	regexp.MustCompile(`^[+-]?\d{1,3}(\.\d{3})+,\d+$`): strings.NewReplacer(".", "", ",", "."),
	regexp.MustCompile(`^[+-]?\d{1,3}([ '’\x{a0}\x{202f}]\d{3})+(\.\d+)?$`): strings.NewReplacer(
		" ", "", "'", "", "’", "", "\u00a0", "", "\u202f", ""),
	regexp.MustCompile(`^[+-]?\d+,\d{1,2}$`): strings.NewReplacer(",", "."),
}

func plainNumber(text string) string {
	for form, plain := range written {
		if form.MatchString(text) {
			return plain.Replace(text)
		}
	}
	return text
}

// canonical converts any JSON number, exponents included, into Amount's form.
func canonical(number string) (string, error) {
	if len(number) > 2*maxDigits+8 {
		return "", fmt.Errorf("money: amount: %w", ErrTooLong)
	}
	d, _, err := apd.NewFromString(number)
	if err != nil || d.Form != apd.Finite {
		return "", fmt.Errorf("money: amount %q: %w", number, ErrSyntax)
	}
	if d.Exponent > maxDigits || d.Exponent < -maxDigits {
		return "", fmt.Errorf("money: amount %q: %w", number, ErrTooLong)
	}
	sign := ""
	if d.Sign() < 0 {
		sign = "-"
		d.Abs(d)
	}
	whole, fraction, _ := strings.Cut(d.Text('f'), ".")
	if len(whole) > maxDigits {
		return "", fmt.Errorf("money: amount %q: %w", number, ErrTooLong)
	}
	return sign + normal(whole, fraction), nil
}

// Less reports whether m is less than n, of the same currency.
func (m Money) Less(n Money) bool {
	a, _, errA := apd.NewFromString(m.amount)
	b, _, errB := apd.NewFromString(n.amount)
	return errA == nil && errB == nil && m.currency == n.currency && a.Cmp(b) < 0
}

// Add is m + n. Both must have the same currency and not be negative.
func (m Money) Add(n Money) (Money, error) {
	if m.currency != n.currency {
		return Money{}, fmt.Errorf("%s and %s: %w", m.currency, n.currency, ErrCurrency)
	}
	a, _, errA := apd.NewFromString(m.amount)
	b, _, errB := apd.NewFromString(n.amount)
	if err := errors.Join(errA, errB); err != nil {
		return Money{}, fmt.Errorf("money: %w", err)
	}
	var sum apd.Decimal
	if _, err := apd.BaseContext.WithPrecision(4*maxDigits).Add(&sum, a, b); err != nil {
		return Money{}, fmt.Errorf("money: %w", err)
	}
	amount, err := canonical(sum.Text('f'))
	return Money{amount, m.currency}, err
}
