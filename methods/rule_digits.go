package methods

import "strings"

// vars makes a message's variables from names and numbers in turn.
func vars(pairs ...any) map[string]any {
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// digits makes the check of numbers with want digits, whose check digits fits
// knows; nil has none.
func digits(want int, fits func(string) bool) check {
	return func(typed string, _ place) (string, *Problem) {
		value := squeeze(fold(typed))
		switch {
		case !isDigits(value):
			return "", &Problem{Key: "error.only-digits"}
		case len(value) != want:
			return "", &Problem{Key: "error.digits", Vars: vars("Want", want, "Have", len(value))}
		case fits != nil && !fits(value):
			return "", &Problem{Key: "error.check-digit"}
		}
		return value, nil
	}
}

// digitsBetween makes the check of numbers with least to most digits.
func digitsBetween(least, most int) check {
	return func(typed string, _ place) (string, *Problem) {
		value := squeeze(fold(typed))
		switch {
		case !isDigits(value):
			return "", &Problem{Key: "error.only-digits"}
		case len(value) < least || len(value) > most:
			return "", &Problem{Key: "error.digits-range", Vars: vars("Min", least, "Max", most, "Have", len(value))}
		}
		return value, nil
	}
}

// checkPromptPay takes what a PromptPay account is known by: a mobile number,
// a national or tax id, or the id of an e-wallet.
func checkPromptPay(typed string, _ place) (string, *Problem) {
	value := squeeze(fold(typed))
	if abroad, ok := strings.CutPrefix(value, "+66"); ok {
		value = "0" + strings.TrimPrefix(abroad, "0")
	}
	switch {
	case !isDigits(value):
		return "", &Problem{Key: "error.only-digits"}
	case len(value) == 10:
		if value[0] != '0' || !strings.Contains("689", value[1:2]) {
			return "", &Problem{Key: "error.promptpay-mobile"}
		}
	case len(value) == 13:
		if !fitsThaiID(value) {
			return "", &Problem{Key: "error.check-digit"}
		}
	case len(value) != 15:
		return "", &Problem{Key: "error.promptpay", Vars: vars("Have", len(value))}
	}
	return value, nil
}

// checkCNPJ takes a Brazilian company's number, in capitals.
func checkCNPJ(typed string, _ place) (string, *Problem) {
	const want = 14
	value := strings.ToUpper(squeeze(fold(typed)))
	switch {
	case !isAlphanumeric(value) || len(value) != want:
		return "", &Problem{Key: "error.cnpj", Vars: vars("Want", want, "Have", len([]rune(value)))}
	case !fitsCNPJ(value):
		return "", &Problem{Key: "error.check-digit"}
	}
	return value, nil
}

// checkIdentityCO takes what Colombians are identified by: a citizen's (CC) or
// foreigner's card (CE) of 6 to 10 digits, a tax number (NIT) with its check
// digit, or a passport.
//
// Nothing in the number says which it is. It is checked as a NIT where it
// can't be a card: with a dash before the last digit, with 11 digits, or with
// 10 of which the first is 8 or 9, which companies have and cards never reach.
func checkIdentityCO(typed string, _ place) (string, *Problem) {
	const passportLeast, passportMost = 5, 16
	folded := fold(typed)
	value := strings.ToUpper(squeeze(folded))
	n := len(value)
	dash := n > 1 && strings.LastIndexByte(folded, '-') == len(folded)-2
	switch {
	case !isAlphanumeric(value) || countDigits(value) == 0:
		return "", &Problem{Key: "error.identity-co"}
	case !isDigits(value):
		if n < passportLeast || n > passportMost {
			return "", &Problem{Key: "error.identity-co-passport", Vars: vars("Min", passportLeast, "Max", passportMost, "Have", n)}
		}
		return value, nil
	case n == 11, n == 10 && value[0] >= '8', dash && n >= 7 && n <= 11:
		if !fitsNIT(value) {
			return "", &Problem{Key: "error.check-digit"}
		}
		return value, nil
	case n >= 6 && n <= 10:
		return value, nil
	}
	return "", &Problem{Key: "error.identity-co-digits", Vars: vars("Have", n)}
}
