package layout

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// From how many characters on an amount is set smaller, so that it fits a line
// of the narrowest phones.
const (
	longAmount   = 14
	longerAmount = 18
)

func isLonger(a Amount) bool { return utf8.RuneCountInString(a.Text) >= longerAmount }

func isLong(a Amount) bool { return !isLonger(a) && utf8.RuneCountInString(a.Text) >= longAmount }

// unbroken is an amount that may break before the currency's code alone: a lost
// last digit is another amount.
type unbroken Amount

// Render writes the amount, escaped.
func (a unbroken) Render(_ context.Context, w io.Writer) error {
	text := templ.EscapeString(a.Text)
	if number, found := strings.CutSuffix(text, "\u00a0"+a.Currency); found {
		text = number + "\u00a0<wbr>" + a.Currency
	}
	_, err := io.WriteString(w, text)
	return err
}
