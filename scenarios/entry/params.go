package entry

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"payapp/apiclient"
	"payapp/internal/invisible"
	"payapp/internal/query"
	"payapp/money"
)

// params collects faults while values are read.
type params struct {
	given
	faults []ParamFault
}

func (p *params) fault(name string, r Reason, mend string) string {
	p.faults = append(p.faults, ParamFault{name, r, mend})
	return ""
}

// absent is also what is empty.
func (p *params) absent(name string) bool {
	v := p.values[name]
	return len(v) == 0 || len(v) == 1 && v[0].Value == "" && v[0].Fault == ""
}

func (p *params) required(name string, valid func(string) bool) string {
	if p.absent(name) {
		return p.fault(name, Missing, p.misplaced(name))
	}
	return p.optional(name, valid)
}

func (p *params) optional(name string, valid func(string) bool) string {
	v := p.values[name]
	switch {
	case p.absent(name):
		return ""
	case len(v) > 1:
		return p.fault(name, Twice, "")
	case v[0].Fault == tooLong, len(v[0].Value) > p.most(name):
		return p.fault(name, TooLong, fmt.Sprint("→ ≤ ", p.most(name)))
	case v[0].Fault == "" && (valid == nil || valid(v[0].Value)):
		return v[0].Value
	}
	return p.fault(name, Malformed, mendOf(v[0], valid))
}

// most is how long a value may be, in bytes.
func (p *params) most(name string) int { return cmp.Or(longest[name], longestData) }

// exact is a mandatory value that one of few texts fits, which proves what doesn't
// belong to it.
func (p *params) exact(name string, valid func(string) bool) string {
	if v := p.values[name]; len(v) == 1 && !valid(v[0].Value) {
		if text, ok := p.whole(name, v[0].Loose, valid); ok {
			return text
		}
	}
	return p.required(name, valid)
}

// mendOf says how a malformed value should have been written, if another spelling of
// the same fits.
func mendOf(v query.Pair, valid func(string) bool) string {
	switch v.Fault {
	case query.Escape:
		return "% → %25"
	case query.Semicolon:
		return "; → %3B"
	case query.Encoding:
		return "→ UTF-8"
	case query.NUL:
		return ""
	}
	if valid == nil {
		return ""
	}
	if valid(strings.ReplaceAll(v.Value, " ", "+")) {
		return "+ → %2B"
	}
	if plain, err := url.QueryUnescape(v.Value); err == nil && plain != v.Value && valid(plain) {
		return "%25 → %"
	}
	if valid(strings.TrimSpace(v.Value)) {
		return `" " → ""`
	}
	for _, other := range []string{strings.ToUpper(v.Value), strings.ToLower(v.Value)} {
		if other != v.Value && valid(other) { // a currency or a boolean: nothing else is about capitals
			return v.Value + " → " + other
		}
	}
	return ""
}

var unbroken = strings.NewReplacer("\r", "", "\n", "", "\t", "")

// token is the token without what a program took into it: most of that a token
// could have, so only a JWT proves itself.
func (p *params) token() apiclient.Token {
	if text, ok := p.jwt(); ok {
		return apiclient.NewToken(text)
	}
	return apiclient.NewToken(p.required("token", tokenForm.MatchString))
}

func (p *params) jwt() (string, bool) {
	v := p.values["token"]
	if len(v) != 1 {
		return "", false
	}
	text := unbroken.Replace(invisible.Drop(v[0].Loose)) // links are broken where they have no space
	signs := len(text) - len(strings.TrimLeft(text, signsOfJWT))
	whole := func(s string) bool { return len(s) <= min(signs, longest["token"]) && isJWT(s) }
	if whole(text) {
		return text, true
	}
	return p.whole("token", text, whole)
}

const signsOfJWT = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-."

// isJWT reports whether a text of such signs has the parts of a JWT (RFC 7515, RFC
// 7516), so that it can't have been taken for shorter or longer than it is.
func isJWT(text string) bool {
	dots := strings.Count(text, ".")
	return (dots == 2 || dots == 4) && strings.HasPrefix(text, "eyJ") && text[len("eyJ")] != '.'
}

// orderID is the payment's id without such an ending, if the token says so: it is for
// the id without.
func (p *params) orderID() string {
	text, _ := p.jwt()
	claims, ok := apiclient.ReadClaims(apiclient.NewToken(text))
	if v := p.values["idPayin"]; ok && len(v) == 1 && claims.ExcludesPayin(v[0].Loose) {
		named := func(s string) bool { return IsOrderID(s) && !claims.ExcludesPayin(s) }
		if id, ok := p.whole("idPayin", v[0].Loose, named); ok {
			return id
		}
	}
	return p.required("idPayin", IsOrderID)
}

// boolean is false if empty: an empty optional parameter counts as absent.
func (p *params) boolean(name string) bool {
	return p.optional(name, func(s string) bool { return s == "true" || s == "false" }) == "true"
}

var langForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$`)

// language checks only that it can be read and isn't given twice, which no parameter
// may be. It isn't part of the order, and an unknown one is ignored.
func (p *params) language() {
	if v := p.values["lang"]; len(v) == 1 && v[0].Fault != "" {
		if _, ok := p.whole("lang", v[0].Loose, langForm.MatchString); ok {
			return
		}
	}
	p.optional("lang", nil)
}

// money checks the amount by the currency, unless the currency itself is
// faulty.
func (p *params) money() money.Money {
	faults := p.faults
	currency := p.exact("currencyCode", money.Known)
	after := p.faults[len(faults):] // the amount comes first in the table
	p.faults = slices.Clone(faults)
	m := p.amount(currency)
	p.faults = append(p.faults, after...)
	return m
}

// amount is zero if it is faulty, or the currency.
func (p *params) amount(currency string) money.Money {
	amount := p.exact("amount", func(s string) bool {
		if currency == "" {
			return true
		}
		_, err := money.Parse(s, currency)
		return err == nil
	})
	m, _ := money.Parse(amount, currency)
	return m
}

// data reads one customer-data parameter. The method's rule checks it later;
// here only what no text may contain is refused.
func (p *params) data(o *Order, name string) {
	v := p.optional(name, func(s string) bool {
		return utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
	})
	if v == "" {
		return
	}
	if o.Data == nil {
		o.Data = map[string]string{}
	}
	o.Data[name] = v
}

func (p *params) err() error {
	if len(p.faults) == 0 {
		return nil
	}
	return &InvalidError{p.faults}
}
