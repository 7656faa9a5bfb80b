package cli

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"payapp/internal/findings"
	"payapp/money"
	"payapp/scenarios/entry"
)

func sortedNames[V any](values map[string]V) []string { return slices.Sorted(maps.Keys(values)) }

// parameters says in words what entry found. ifHTTP is what it finds where http
// addresses are accepted.
func (f *linkFindings) parameters(values url.Values, err, ifHTTP error) {
	missing := 0
	for _, fault := range faultsIn(err) {
		code, text := string(fault.Reason), ""
		switch fault.Reason {
		case entry.Missing:
			if missing++; strings.HasPrefix(fault.Mend, "&amp;") || strings.HasPrefix(fault.Mend, "%") || strings.HasPrefix(fault.Mend, "¤") {
				continue // told already, by what it is missing for
			}
			text = "is missing"
			if fault.Mend != "" {
				text += ": " + fault.Mend
			}
		case entry.Twice:
			text = "is there twice: each parameter once"
		case entry.TooLong:
			text = "is too long, in bytes: " + fault.Mend
		case entry.Malformed:
			if code, text = encoded(fault.Mend); text == "" || fault.Param == "token" && code == "space" {
				code, text = malformed(fault.Param, values)
			}
			if slices.Contains([]string{"callbackUrl", "returnUrl"}, fault.Param) && !slices.Contains(faultsIn(ifHTTP), fault) {
				code, text = "http", fmt.Sprintf("%q is http: this application takes https alone", values.Get(fault.Param))
			}
		}
		f.add(findings.Fault, code, fault.Param, text)
	}
	if id := values.Get("idPayin"); strings.Contains(id, " ") {
		f.add(findings.Warning, "space", "idPayin", fmt.Sprintf("%q has a space: was it a +, which is written %%2B?", id))
	}
	if id := values.Get("idPayin"); id != "" && !strings.Contains(id, " ") && !usualID.MatchString(id) {
		f.add(findings.Warning, "unusual", "idPayin", fmt.Sprintf(
			"%q has more than letters, digits and . _ ~ @ : + -: it must be escaped in paths, and in the token's", id))
	}
	if missing > 2 && len(values) == 1 {
		f.add(findings.Warning, "quotes", "", "is the link in quotes? Without them a shell ends it at the first &")
	}
}

// usualID needs no escaping in a path, and none but of . and + in a token's.
var usualID = regexp.MustCompile(`^[A-Za-z0-9._~@:+-]+$`)

func faultsIn(err error) []entry.ParamFault {
	if invalid, ok := errors.AsType[*entry.InvalidError](err); ok {
		return invalid.Faults
	}
	return nil
}

// encoded says how a value should have been encoded; "" if that isn't the matter.
func encoded(mend string) (code, text string) {
	const how = ": encode each value (encodeURIComponent, url.Values)"
	switch mend {
	case "% → %25":
		return "encoding", "has a % that encodes nothing" + how
	case "; → %3B":
		return "encoding", "has a semicolon that isn't encoded" + how
	case "→ UTF-8":
		return "encoding", "isn't UTF-8" + how
	case "%25 → %":
		return "encoding", "is encoded twice: once"
	case "+ → %2B":
		return "space", "has a space: was it a +, which is written %2B?"
	}
	return "", ""
}

// malformed says what a parameter must look like. Tokens and customer data
// aren't repeated.
func malformed(name string, values url.Values) (code, text string) {
	value := values.Get(name)
	switch name {
	case "amount":
		return amountInWords(value, values.Get("currencyCode"))
	case "currencyCode":
		if upper := strings.ToUpper(value); money.Known(upper) {
			return "malformed", fmt.Sprintf("%q is written %s", value, upper)
		}
		return "malformed", fmt.Sprintf("%q is no currency that is known here", value)
	case "token":
		return "malformed", "has characters that no token has: encode it (a + means a space), or was it cut?"
	case "optionsAvailable", "allowCustomerDataChange":
		return "malformed", fmt.Sprintf("%q is neither true nor false", value)
	}
	known, ok := flagOf[name]
	if !ok {
		return "malformed", "has characters that no text has"
	}
	return "malformed", fmt.Sprintf("%q: it takes %s", value, known.takes)
}

// amountInWords says why an amount is refused, by money's own reasons.
func amountInWords(amount, currency string) (code, text string) {
	_, err := money.Parse(amount, currency)
	switch units, _ := money.MinorUnits(currency); {
	case errors.Is(err, money.ErrDecimals) && units == 0:
		return "decimals", fmt.Sprintf("%q: %s has no decimals", amount, currency)
	case errors.Is(err, money.ErrDecimals):
		return "decimals", fmt.Sprintf("%q: %s has no more than %d decimals", amount, currency, units)
	case errors.Is(err, money.ErrPositive):
		return "malformed", fmt.Sprintf("%q is not above zero", amount)
	case errors.Is(err, money.ErrTooLong):
		return "malformed", fmt.Sprintf("%q has too many digits", amount)
	}
	return "malformed", fmt.Sprintf("%q isn't digits with at most one point: no comma, no sign, no spaces", amount)
}
