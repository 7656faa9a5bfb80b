package kit

import (
	"strings"
	"testing"
)

// A refused field is named with what was given and the page's words, each once.
func TestRefusedFieldsAreNamed(t *testing.T) {
	c := Choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountName", "?"}}}
	found := []refusal{
		{"accountNumber", "Enter your number."},
		{"accountName", "This is no name."},
		{"accountNumber", "Enter your number."},
		{"paymentOperatorCode", "Choose a bank."},
	}
	const want = `accountNumber, which the choice doesn't fill in: "Enter your number."; ` +
		`accountName, given as "?": "This is no name."; paymentOperatorCode, given as "": "Choose a bank."`
	if got := c.refused(found); got != want {
		t.Errorf("%s", got)
	}
}

// Twenty failures that quote a long page are still read without scrolling for long.
func TestQuotesAreShort(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"", ""},
		{"Pay ฿99.00\n\n  Sikarin Store \n", "Pay ฿99.00\nSikarin Store"},
		{strings.Repeat("line\n", 300), strings.TrimSuffix(strings.Repeat("line\n", quotedLines), "\n") + " …"},
		{strings.Repeat("฿", 400), strings.Repeat("฿", quotedBytes/len("฿")) + " …"},
	} {
		if got := quote(c.words); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
