package steering

import (
	"fmt"
	"strings"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/wire"
)

// Rule steers the payments that fit all of its conditions. An empty condition
// fits every payment.
type Rule struct {
	Seq      int64    `json:"id"`
	Merchant string   `json:"merchantCode,omitempty"`
	ID       string   `json:"idPayin,omitempty"` // or a payout's; a trailing * stands for any end
	Amount   string   `json:"amount,omitempty"`
	Currency string   `json:"currencyCode,omitempty"`
	Name     string   `json:"name,omitempty"`  // a part of the customer's, in any case
	Words    []string `json:"steering"`        // directives, each with its "~"; several are taken in turn
	Times    int      `json:"times,omitempty"` // for so many orders; 0 for all
	Taken    int      `json:"taken"`           // by so many orders so far
	Preset   string   `json:"preset,omitempty"`
}

// Subject is a payment that may be steered. Amount and name are known from its
// creation on, or the amount from the token.
type Subject struct {
	Merchant, Kind, ID     string
	Amount, Currency, Name string
}

// Check says what is wrong with a rule, "" if nothing is.
func (r Rule) Check() string {
	if len(r.Words) == 0 {
		return "there is nothing to steer by"
	}
	for _, words := range r.Words {
		if both := directive.Contradiction(words); both != "" {
			return both + " contradict each other; with a space between them they are taken in turn"
		}
		if !strings.HasPrefix(words, "~") || len(words) > 128 {
			return fmt.Sprintf("directives begin with ~, and %q doesn't, or is too long", words)
		}
		if unknown := directive.Unknown(words); len(unknown) > 0 {
			return "there is no directive " + strings.Join(unknown, " ") + ", or its delay is no duration"
		}
	}
	return ""
}

// fits reports whether the rule steers the payment, as far as it is known.
func (r Rule) fits(s Subject) bool {
	return (r.Merchant == "" || r.Merchant == s.Merchant) && wire.FitsID(r.ID, s.ID) &&
		(r.Amount == "" || s.Amount != "" && bare(r.Amount) == bare(s.Amount)) &&
		(r.Currency == "" || r.Currency == s.Currency) &&
		(r.Name == "" || strings.Contains(strings.ToLower(s.Name), strings.ToLower(r.Name)))
}

// bare is an amount without decimals that say nothing.
func bare(amount string) string {
	if !strings.Contains(amount, ".") {
		return amount
	}
	return strings.TrimRight(strings.TrimRight(amount, "0"), ".")
}
