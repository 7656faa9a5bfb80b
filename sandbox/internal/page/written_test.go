package page

import "testing"

// Amounts are written as on the payment's own pages.
func TestWritten(t *testing.T) {
	for currency, c := range map[string]struct{ amount, want string }{
		"THB": {"1234.5", "฿1,234.50"}, "INR": {"1234567", "₹12,34,567.00"}, "ARS": {"1250", "$1,250.00\u00a0ARS"}, "USDT": {"10.50", "10.5\u00a0USDT"},
		"MYR": {"89.9", "RM\u00a089.90"}, "IDR": {"20000", "Rp\u00a020,000"}, "JPY": {"280", "¥280"}, "BRL": {"77.5", "R$77.50"},
	} {
		if got := Written(c.amount, currency); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.amount, currency, got, c.want)
		}
	}
}
