package payload

import (
	"strings"
	"testing"
)

func TestPayeeName(t *testing.T) {
	tests := []struct{ name, code, want string }{
		{"EMVCo", "00020101021253037645802TH5912SANDBOX SHOP6007BANGKOK63041234", "SANDBOX SHOP"},
		{"spaces around it", "0002015914 SANDBOX SHOP 63041234", "SANDBOX SHOP"},
		{"a name in a template within isn't it", "0002012608590420AB5802TH63041234", ""},
		{"without a name", "00020101021229370016A0000006770101110113006681234567863041234", ""},
		{"an empty name", "000201590063041234", ""},
		{"cut off within a tag", "00020101021253037645802TH5912SANDBOX", ""},
		{"cut off between tags", "0002015912SANDBOX SHOP", ""},
		{"cut off within a length", "0002015912SANDBOX SHOP63041234630", ""},
		{"a length that is no number", "00020159xxSANDBOX SHOP63041234", ""},
		{"a length that is negative", "00020159-1SANDBOX SHOP63041234", ""},
		{"a character that turns the text round", "0002015907AB\u202eCD63041234", ""},
		{"UTF-8 cut in two", "0002015901\xe063041234", ""},
		{"something else", "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf", ""},
		{"nothing", "", ""},
		{"UPI", "upi://pay?pa=shop@bank&pn=Lotus%20Books&am=499.00", "Lotus Books"},
		{"UPI with an app's own scheme", "phonepe://pay?pa=shop@bank&pn=Lotus+Books", "Lotus Books"},
		{"UPI without a name", "upi://pay?pa=shop@bank&am=499.00", ""},
		{"UPI with two names", "upi://pay?pa=shop@bank&pn=A&pn=B", ""},
		{"UPI without a payee", "upi://pay?pn=A", ""},
		{"a collect request", "upi://mandate?pa=shop@bank&pn=A", ""},
		{"broken escapes", "upi://pay?pa=shop@bank&pn=%zz", ""},
		{"too long to be a name", "upi://pay?pa=shop@bank&pn=" + strings.Repeat("A", maxPayee+1), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := PayeeName(tt.code); got != tt.want {
				t.Errorf("PayeeName(%q) = %q, want %q", tt.code, got, tt.want)
			}
		})
	}
}

func FuzzPayeeName(f *testing.F) {
	f.Add("0002015912SANDBOX SHOP63041234")
	f.Add("upi://pay?pa=shop@bank&pn=Lotus%20Books")
	f.Add("00020159")
	f.Fuzz(func(t *testing.T, code string) {
		if name := PayeeName(code); strings.ContainsFunc(name, notGraphic) || name != strings.TrimSpace(name) {
			t.Errorf("PayeeName(%q) = %q", code, name)
		}
	})
}
