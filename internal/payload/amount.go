package payload

import (
	"cmp"
	"fmt"
	"strings"
)

// Amount is the amount that a code or link asks for by itself, as it is written, and
// its currency: a number as EMVCo codes have it, or letters. Both are "" if it leaves
// the amount to the payer, asks for a tip besides, or may be damaged.
func Amount(code string) (amount, currency string) {
	if objects, ok := emv(code); ok {
		tips := objects["55"] + objects["56"] + objects["57"]
		if tips != "" || !intact(code) || objects["54"] == "" || objects["53"] == "" {
			return "", ""
		}
		return strings.TrimSuffix(objects["54"], "."), objects["53"]
	}
	if amount = upi(code, "am"); amount != "" {
		currency = strings.ToUpper(cmp.Or(upi(code, "cu"), "INR"))
	}
	return amount, currency
}

// intact reports whether the checksum at the end of an EMVCo code is right.
func intact(code string) bool {
	end := len(code) - len("0000")
	return end > 0 && strings.EqualFold(code[end:], fmt.Sprintf("%04X", checksum(code[:end])))
}

// checksum is CRC-16/CCITT-FALSE, which EMVCo prescribes.
func checksum(text string) uint16 {
	sum := uint16(0xFFFF)
	for i := range len(text) {
		sum ^= uint16(text[i]) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}
