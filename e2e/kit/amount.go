package kit

import (
	"fmt"
	"strings"
	"unicode"
)

// amounts are what the page says of money, as people see it and by its hooks: [data-amount],
// and rows whose value is an amount.
const amounts = `[...document.querySelectorAll(
		"[data-amount], [data-row=amount] dd:not(.act), [data-row=money] dd:not(.act), [data-row=vat] dd:not(.act)")]
	.filter(e => e.checkVisibility()).map(e => ({Text: e.innerText, Bare: e.dataset.amount ?? e.parentElement.dataset.value}))`

// amount is one of them.
type amount struct{ Text, Bare string }

// fault is how what is shown differs from the hook; "" if it doesn't.
func (a amount) fault() string {
	if shows(a.Text, a.Bare) {
		return ""
	}
	return fmt.Sprintf("the page shows the amount %q, and its hook says %s", strings.TrimSpace(a.Text), a.Bare)
}

// shows reports whether a text writes the bare amount, in any language's digits and
// grouping. Without decimals it may leave them away; what is grouped isn't taken for
// decimals: ฿9,900 isn't 99.00.
func shows(text, bare string) bool {
	groups := strings.FieldsFunc(strings.Map(digit, text), func(r rune) bool { return r == ' ' })
	if len(groups) == 0 {
		return false
	}
	whole, fraction, _ := strings.Cut(bare, ".")
	fraction = strings.TrimRight(fraction, "0")
	is := func(groups []string, decimals string) bool {
		return strings.TrimLeft(strings.Join(groups, ""), "0") == strings.TrimLeft(whole, "0") && strings.TrimRight(decimals, "0") == fraction
	}
	last := len(groups) - 1
	return is(groups, "") || last > 0 && is(groups[:last], groups[last])
}

// digit is a decimal digit of any script as 0 to 9, a space for what stands between
// digits, and nothing for marks of direction.
func digit(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r):
		return -1
	case !unicode.IsDigit(r):
		return ' '
	}
	zero := r
	for unicode.IsDigit(zero-1) && r-zero < 9 { // each script has its ten in a row
		zero--
	}
	return '0' + (r-zero)%10
}
