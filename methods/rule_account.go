package methods

import (
	"regexp"
	"strings"
)

var (
	upiName      = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*$`)
	upiBank      = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{1,63}$`)
	aroundAt     = regexp.MustCompile(` *@ *`)
	shapID       = regexp.MustCompile(`^(0|\+27)[6-8]\d{8}@[a-z]{2,20}$`)
	nigerianBank = regexp.MustCompile(`^\d{3}$`)
	aliasAR      = regexp.MustCompile(`^[A-Za-z0-9.-]{6,20}$`)
)

// asWritten is what is sent of a number that its rule doesn't know: in ASCII,
// and without separators if it has nothing else.
func asWritten(typed string) string {
	folded := fold(typed)
	if bare := squeeze(folded); isAlphanumeric(bare) && !inPowers.MatchString(folded) {
		return bare
	}
	return folded
}

// account makes the check of numbers with least to most letters and digits.
func account(least, most int) check {
	return func(typed string, _ place) (string, *Problem) {
		value := asWritten(typed)
		switch {
		case !isAlphanumeric(value):
			return value, &Problem{Key: "error.account-signs"}
		case len(value) < least || len(value) > most:
			return value, &Problem{Key: "error.account", Vars: vars("Min", least, "Max", most, "Have", len(value))}
		}
		return value, nil
	}
}

func checkAccountZA(typed string, _ place) (string, *Problem) {
	const least, most = 7, 13
	value := asWritten(typed)
	if isDigits(value) && len(value) >= least && len(value) <= most {
		return value, nil
	}
	return value, &Problem{Key: "error.account-za", Vars: vars("Min", least, "Max", most, "Have", countDigits(value))}
}

// checkPayShap accepts a South African account number or a ShapID.
func checkPayShap(typed string, at place) (string, *Problem) {
	if strings.Contains(fold(typed), "@") {
		return checkShapID(typed, at)
	}
	return checkAccountZA(typed, at)
}

func checkShapID(typed string, _ place) (string, *Problem) {
	number, bank, _ := strings.Cut(strings.ToLower(dropTrunkZero(fold(typed))), "@")
	number = squeeze(number)
	if strings.HasPrefix(number, "27") {
		number = "+" + number
	}
	value := number + "@" + strings.TrimSpace(bank)
	if shapID.MatchString(value) {
		return value, nil
	}
	return asWritten(typed), &Problem{Key: "error.shapid"}
}

// checkUPI accepts a UPI id, and says which part of it is wrong. It removes
// spaces only where they can't stand for another character: at the @, and
// between the digits of a number.
func checkUPI(typed string, _ place) (string, *Problem) {
	const least = 2
	value := aroundAt.ReplaceAllString(fold(typed), "@")
	name, bank, _ := strings.Cut(value, "@")
	if bare := strings.ReplaceAll(name, " ", ""); isDigits(bare) {
		name, value = bare, bare+value[len(name):]
	}
	switch {
	case strings.Contains(value, " "):
		return value, &Problem{Key: "error.upi-space"}
	case name == "" || bank == "" || strings.Contains(bank, "@"):
		return value, &Problem{Key: "error.upi"}
	case !upiName.MatchString(name):
		return value, &Problem{Key: "error.upi-signs"}
	case len(name) < least:
		return value, &Problem{Key: "error.upi-name", Vars: vars("Min", least, "Have", len(name))}
	case !upiBank.MatchString(bank):
		return value, &Problem{Key: "error.upi-bank"}
	}
	return value, nil
}

// checkCBU accepts an Argentine account by its number, or by the alias that its
// holder chose, which has a letter and keeps its dots.
func checkCBU(typed string, at place) (string, *Problem) {
	if value := asWritten(typed); isDigits(value) {
		return digits(22, fitsCBU)(value, at)
	}
	value := fold(typed)
	if !aliasAR.MatchString(value) {
		return value, &Problem{Key: "error.cbu-alias"}
	}
	return value, nil
}

// checkNUBAN warns about a check digit only if the bank is known. It is only a
// warning because the chosen bank needn't be the account's.
func checkNUBAN(typed string, at place) (string, *Problem) {
	const want = 10
	value := asWritten(typed)
	if !isDigits(value) || len(value) != want {
		return value, &Problem{Key: "error.digits", Vars: vars("Want", want, "Have", countDigits(value))}
	}
	if nigerianBank.MatchString(at.operator) && !fitsNUBAN(at.operator, value) {
		return value, &Problem{Key: "error.nuban-bank"}
	}
	return value, nil
}

func countDigits(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}
