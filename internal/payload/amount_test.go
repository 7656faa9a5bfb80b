package payload

import (
	"fmt"
	"testing"
)

// sealed is an EMVCo code of these objects, with its checksum.
func sealed(objects string) string {
	body := "000201" + objects + "6304"
	return body + fmt.Sprintf("%04X", checksum(body))
}

func TestAmount(t *testing.T) {
	for _, tt := range []struct{ name, code, amount, currency string }{
		{"EMVCo", sealed("530376454071234.505802TH"), "1234.50", "764"},
		{"a length that is wrong", sealed("53037645405123.5802TH"), "", ""},
		{"a whole amount with a point", sealed("53037645404123."), "123", "764"},
		{"nothing after the currency", sealed("5303764"), "", ""},
		{"no currency", sealed("54071234.50"), "", ""},
		{"a tip to be asked", sealed("530376454071234.50550201"), "", ""},
		{"a tip that is fixed", sealed("530376454071234.50560510.00"), "", ""},
		{"a tip by percent", sealed("530376454071234.50570210"), "", ""},
		{"an amount in a template within isn't it", sealed("2611540612.34005303764"), "", ""},
		{"another checksum", "000201530376454071234.5063040000", "", ""},
		{"cut off", "000201530376454071234.50", "", ""},
		{"UPI", "upi://pay?pa=shop@bank&am=499.00&cu=INR", "499.00", "INR"},
		{"UPI in lower case", "upi://pay?pa=shop@bank&am=499.00&cu=inr", "499.00", "INR"},
		{"UPI without a currency", "upi://pay?pa=shop@bank&am=499", "499", "INR"},
		{"an app's own scheme", "phonepe://pay?pa=shop@bank&am=499", "499", "INR"},
		{"UPI without an amount", "upi://pay?pa=shop@bank&cu=INR", "", ""},
		{"UPI with two amounts", "upi://pay?pa=shop@bank&am=1&am=2", "", ""},
		{"a bank's page", "https://bank.example/pay?pa=1&am=499", "", ""},
		{"something else", "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf", "", ""},
		{"nothing", "", "", ""},
	} {
		if amount, currency := Amount(tt.code); amount != tt.amount || currency != tt.currency {
			t.Errorf("%s: Amount(%q) = %q, %q; want %q, %q", tt.name, tt.code, amount, currency, tt.amount, tt.currency)
		}
	}
}

// The check value of CRC-16/CCITT-FALSE.
func TestChecksum(t *testing.T) {
	if got := checksum("123456789"); got != 0x29B1 {
		t.Errorf("got %04X", got)
	}
}

func FuzzAmount(f *testing.F) {
	f.Add(sealed("530376454071234.505802TH"))
	f.Add("upi://pay?pa=shop@bank&am=499.00")
	f.Add("00020154")
	f.Fuzz(func(t *testing.T, code string) {
		if amount, currency := Amount(code); (amount == "") != (currency == "") {
			t.Errorf("Amount(%q) = %q, %q", code, amount, currency)
		}
	})
}
