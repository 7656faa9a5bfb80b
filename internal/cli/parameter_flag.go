package cli

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"payapp/scenarios/entry"
)

// ownParameters are the parameters of links that aren't customer data.
var ownParameters = map[string]bool{
	"merchantCode": true, "idPayin": true, "token": true, "amount": true, "currencyCode": true, "callbackUrl": true, "returnUrl": true,
	"paymentMethodCode": true, "paymentOperatorCode": true, "optionsAvailable": true, "allowCustomerDataChange": true, "lang": true,
}

// flagOf is the flag of a parameter, and what it takes.
var flagOf = map[string]struct{ flag, takes string }{
	"merchantCode":        {"--merchant", "letters, digits and . _ ~ @ : + -"},
	"idPayin":             {"--order", "1 to 128 printable characters; letters, digits and . _ ~ @ : + - are usual"},
	"amount":              {"--amount", "digits with at most the currency's decimals after one point, above zero"},
	"currencyCode":        {"--currency", "a currency's code in upper case"},
	"callbackUrl":         {"--callback-url", "an absolute https address (http where --app is http)"},
	"returnUrl":           {"--return-url", "an absolute https address (http where --app is http), or one of PAYAPP_RETURN_SCHEMES"},
	"paymentMethodCode":   {"--method", "a code of the gateway"},
	"paymentOperatorCode": {"--operator", "a code of the gateway"},
}

// inFlags rewrites faults of parameters as faults of flags.
func inFlags(err error, parameters url.Values) []error {
	invalid, ok := errors.AsType[*entry.InvalidError](err)
	if !ok {
		if err != nil {
			return []error{err}
		}
		return nil
	}
	decimals := ""
	if code, text := amountInWords(parameters.Get("amount"), parameters.Get("currencyCode")); code == "decimals" {
		_, decimals, _ = strings.Cut(text, ": ") // without what was typed
	}
	var faults []error
	for _, fault := range invalid.Faults {
		known, ok := flagOf[fault.Param]
		switch {
		case !ok:
			faults = append(faults, fmt.Errorf("--data %s is %s", fault.Param, fault.Reason))
		case fault.Reason == entry.Missing:
			faults = append(faults, fmt.Errorf("%s is missing", known.flag))
		case fault.Param == "amount" && decimals != "":
			faults = append(faults, fmt.Errorf("%s: %s", known.flag, decimals))
		default:
			faults = append(faults, fmt.Errorf("%s is %s: it takes %s", known.flag, fault.Reason, known.takes))
		}
	}
	return faults
}
