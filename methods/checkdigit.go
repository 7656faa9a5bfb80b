package methods

import "slices"

// The check digits of account and identity numbers. Each function takes ASCII
// of the right length, which its rule has checked, and reports whether the
// number's check digits are right.

// weigh is the sum of each digit times its weight.
func weigh(s string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += int(s[i]-'0') * w
	}
	return sum
}

func digitAt(s string, i int) int { return int(s[i] - '0') }

// fitsThaiID checks the 13 digits of a Thai national or tax id.
func fitsThaiID(s string) bool {
	sum := weigh(s, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
	return digitAt(s, 12) == (11-sum%11)%10
}

// fitsCUIT checks the 11 digits of an Argentine CUIT or CUIL. A remainder of
// one has no check digit: such people get another prefix.
func fitsCUIT(s string) bool {
	sum := weigh(s, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)
	return digitAt(s, 10) == (11-sum%11)%11
}

// fitsCBU checks the two blocks of an Argentine CBU or CVU: bank and branch,
// and the account.
func fitsCBU(s string) bool {
	bank, account := s[:8], s[8:]
	return digitAt(bank, 7) == tens(weigh(bank, 7, 1, 3, 9, 7, 1, 3)) &&
		digitAt(account, 13) == tens(weigh(account, 3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3))
}

// tens is the difference to the next multiple of ten.
func tens(sum int) int { return (10 - sum%10) % 10 }

// fitsNIT checks a Colombian NIT, whose last digit is the check digit. The
// weights count from the right.
func fitsNIT(s string) bool {
	weights := []int{3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71}[:len(s)-1]
	slices.Reverse(weights)
	rest := weigh(s, weights...) % 11
	if rest > 1 {
		rest = 11 - rest
	}
	return digitAt(s, len(s)-1) == rest
}

// fitsNUBAN checks the 10 digits of a Nigerian account with its bank's
// three-digit code.
func fitsNUBAN(bank, s string) bool {
	return digitAt(s, 9) == tens(weigh(bank+s, 3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3))
}
