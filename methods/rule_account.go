package methods

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	upiName      = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*$`)
	upiBank      = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{1,63}$`)
	shapID       = regexp.MustCompile(`^(0|\+27)[6-8]\d{8}@[a-z]{2,20}$`)
	ifsc         = regexp.MustCompile(`^[A-Z]{4}0[A-Z0-9]{6}$`)
	nigerianBank = regexp.MustCompile(`^\d{3}$`)
)

// maxSoft is the longest value, in characters, that passes with a warning.
const maxSoft = 40

// soft gives a value with a warning: it may be sent all the same, in ASCII and
// without separators where it has nothing else. It must still be a line.
func soft(typed string, warning Problem) (string, *Problem) {
	value := fold(typed)
	if bare := squeeze(value); isAlphanumeric(bare) {
		value = bare
	}
	value, problem := checkLine(value, maxSoft)
	if problem != nil {
		return "", problem
	}
	warning.Soft = true
	return value, &warning
}

// checkAccount knows nothing of the country's account numbers, so it only
// warns.
func checkAccount(typed string, _ place) (string, *Problem) {
	const least, most = 4, 34
	value := squeeze(fold(typed))
	switch {
	case !isAlphanumeric(value):
		return soft(typed, Problem{Key: "error.account-signs"})
	case len(value) < least || len(value) > most:
		return soft(typed, Problem{Key: "error.account", Vars: vars("Min", least, "Max", most, "Have", len(value))})
	}
	return value, nil
}

func checkAccountZA(typed string, _ place) (string, *Problem) {
	const least, most = 7, 13
	value := squeeze(fold(typed))
	if isDigits(value) && len(value) >= least && len(value) <= most {
		return value, nil
	}
	return soft(typed, Problem{Key: "error.account-za", Vars: vars("Min", least, "Max", most, "Have", countDigits(value))})
}

// checkAccountVN drops no separators: what has some isn't an account number
// but two, or a card's.
func checkAccountVN(typed string, _ place) (string, *Problem) {
	const least, most = 6, 19
	value := fold(typed)
	switch {
	case !isAlphanumeric(value):
		return "", &Problem{Key: "error.account-vn-signs"}
	case len(value) < least || len(value) > most:
		return "", &Problem{Key: "error.account-vn", Vars: vars("Min", least, "Max", most, "Have", len(value))}
	}
	return value, nil
}

// checkPayShap takes a South African account number or a ShapID.
func checkPayShap(typed string, at place) (string, *Problem) {
	if strings.ContainsAny(typed, "@＠") {
		return checkShapID(typed, at)
	}
	return checkAccountZA(typed, at)
}

func checkShapID(typed string, _ place) (string, *Problem) {
	number, bank, _ := strings.Cut(strings.ToLower(fold(typed)), "@")
	value := squeeze(number) + "@" + strings.TrimSpace(bank)
	if shapID.MatchString(value) {
		return value, nil
	}
	return soft(typed, Problem{Key: "error.shapid"})
}

// checkUPI takes a UPI id, and says which part of it is wrong.
func checkUPI(typed string, _ place) (string, *Problem) {
	const least, most = 2, 255
	value := fold(typed)
	name, bank, _ := strings.Cut(value, "@")
	switch {
	case strings.ContainsFunc(value, unicode.IsSpace):
		return "", &Problem{Key: "error.upi-space"}
	case name == "" || bank == "" || strings.Contains(bank, "@"):
		return "", &Problem{Key: "error.upi"}
	case !upiName.MatchString(name):
		return "", &Problem{Key: "error.upi-signs"}
	case len(name) < least:
		return "", &Problem{Key: "error.upi-name", Vars: vars("Min", least, "Have", len(name))}
	case len(name) > most:
		return "", &Problem{Key: "error.too-long", Vars: vars("Max", most, "Have", len(name))}
	case !upiBank.MatchString(bank):
		return "", &Problem{Key: "error.upi-bank"}
	}
	return value, nil
}

func checkIFSC(typed string, _ place) (string, *Problem) {
	value := strings.ToUpper(squeeze(fold(typed)))
	if !ifsc.MatchString(value) {
		return "", &Problem{Key: "error.ifsc"}
	}
	return value, nil
}

// checkNUBAN warns only: the check digit can't be told without the bank, and
// the bank that is chosen need not be the one of the account.
func checkNUBAN(typed string, at place) (string, *Problem) {
	const want = 10
	value := squeeze(fold(typed))
	if !isDigits(value) || len(value) != want {
		return soft(typed, Problem{Key: "error.nuban", Vars: vars("Want", want, "Have", countDigits(value))})
	}
	if nigerianBank.MatchString(at.operator) && !fitsNUBAN(at.operator, value) {
		return value, &Problem{Key: "error.nuban-bank", Soft: true}
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
