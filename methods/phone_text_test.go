package methods

import (
	"strings"
	"testing"
)

func TestPhoneText(t *testing.T) {
	for number, want := range map[string]string{
		"+886912345678": "+886 912 345 678", "+919876543210": "+91 987 654 3210", "+27821234567": "+27 821 234 567",
		"+14155552671": "+1 415 555 2671", "+6591234567": "+65 9123 4567", "+254712345678": "+254 712 345 678",
		"0812345678": "0812345678", "+": "+", "": "", "+12": "+1 2", "+1x5": "+1x5", "+999999": "+999 999",
	} {
		if got := strings.ReplaceAll(PhoneText(number), unbroken, " "); got != want {
			t.Errorf("%s: got %q, want %q", number, got, want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = PhoneText("+886912345678") }); n > 2 {
		t.Errorf("%v allocations", n)
	}
}
