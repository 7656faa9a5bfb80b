package entry

import (
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"payapp/apiclient"
	"payapp/internal/links"
	"payapp/internal/query"
	"payapp/money"
)

// Reason says what is wrong with a parameter.
type Reason string

// The reasons.
const (
	Missing   Reason = "missing"
	Twice     Reason = "twice"
	Malformed Reason = "malformed"
	TooLong   Reason = "too-long"
)

// ParamFault is one faulty parameter.
type ParamFault struct {
	Param  string
	Reason Reason
	// Mend is for the shop's developer, in signs that need no language: what was
	// written, an arrow, and how it is written. "" if that isn't known.
	Mend string
}

// InvalidError lists all faulty parameters, in the order of the interface's
// table, customer data last and by name.
type InvalidError struct{ Faults []ParamFault }

func (e *InvalidError) Error() string {
	parts := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		parts[i] = f.Param + " " + string(f.Reason)
		if f.Mend != "" {
			parts[i] += " (" + f.Mend + ")"
		}
	}
	return "invalid parameters: " + strings.Join(parts, ", ")
}

// Has reports whether a parameter is faulty for that reason.
func (e *InvalidError) Has(r Reason) bool {
	return slices.ContainsFunc(e.Faults, func(f ParamFault) bool { return f.Reason == r })
}

// Rules is what parsing depends on besides the link itself.
type Rules struct {
	AllowHTTP bool                   // accept http addresses, as in the sandbox
	Schemes   []string               // app schemes that a returnUrl may have
	IsField   func(name string) bool // customer-data parameters that some method has
}

// The valid forms. A token is a b64token of RFC 6750, so that it fits into a
// header.
var (
	idForm    = regexp.MustCompile(`^[A-Za-z0-9._~@:+-]{1,128}$`)
	codeForm  = regexp.MustCompile(`^[A-Za-z0-9._~@:+ -]{1,64}$`)
	tokenForm = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]+$`)
)

// longest are the parameters of a RedirectURL that aren't customer data, and how long
// the longest value of each is, in bytes: what its form takes, what an address may have
// (internal/links), and of a token what a cookie can hold. Anybody can send more, which
// is refused before anything looks at it. The lengths are ours.
var longest = map[string]int{
	"merchantCode": 128, "idPayin": 4 * mostOrderID, "token": 5 << 10, "amount": 64, "currencyCode": 64,
	"callbackUrl": 2048, "returnUrl": 2048, "paymentMethodCode": 64, "paymentOperatorCode": 64,
	"optionsAvailable": 64, "allowCustomerDataChange": 64, "lang": 64,
}

// longestData is the same for customer data: no form takes a thousand letters, which have
// four bytes at most, and what has more of them is told beside its field.
const longestData = 4 << 10

// tooLong is the fault of a value that is longer, with whatever may follow it.
const tooLong query.Fault = "length"

// mandatory are those without which there is no payment.
func mandatory() []string {
	return []string{"merchantCode", "idPayin", "token", "amount", "currencyCode", "callbackUrl", "returnUrl"}
}

// IsEmpty reports whether nothing in these parts is a RedirectURL's, as at an
// address that somebody typed.
func IsEmpty(parts ...string) bool {
	g := readGiven(parts...)
	return !slices.ContainsFunc(mandatory(), func(name string) bool { return len(g.values[name]) > 0 }) && !g.hinted(mandatory())
}

// Parse reads a RedirectURL's parameters: its query, and the form that was posted
// with it. The error is an *InvalidError with all faulty parameters. Whatever isn't
// ours is ignored, in whatever encoding it is.
func Parse(rules Rules, parts ...string) (Order, error) {
	p := params{given: readGiven(parts...)}
	o := Order{
		MerchantCode: p.required("merchantCode", idForm.MatchString),
		IDPayin:      p.orderID(),
		Token:        p.token(),
	}
	o.Money = p.money()
	address := func(s string) bool { return links.Web(s, rules.AllowHTTP) }
	o.CallbackURL = links.Unescaped(p.required("callbackUrl", address))
	o.ReturnURL = links.Unescaped(p.required("returnUrl", func(s string) bool { return links.Return(s, rules.AllowHTTP, rules.Schemes) }))
	o.MethodCode = p.optional("paymentMethodCode", codeForm.MatchString)
	o.OperatorCode = p.optional("paymentOperatorCode", codeForm.MatchString)
	o.OptionsAvailable = p.boolean("optionsAvailable")
	o.DataEditable = p.boolean("allowCustomerDataChange")
	for _, name := range slices.Sorted(maps.Keys(p.values)) {
		if rules.IsField != nil && rules.IsField(name) {
			p.data(&o, name)
		}
	}
	p.language()
	return o, p.err()
}

// ParseStatus reads a status link's parameters (interface.md, Status page), and an
// amount, which is ours: a faulty one keeps nobody from the page, and counts as none.
func ParseStatus(raw string) (Order, error) {
	o, p := readStatus(raw)
	p.faults = slices.DeleteFunc(p.faults, func(f ParamFault) bool { return f.Param == "amount" })
	return o, p.err()
}

// CheckStatus is ParseStatus for who makes links: it names a faulty amount, too.
func CheckStatus(raw string) (Order, error) {
	o, p := readStatus(raw)
	return o, p.err()
}

func readStatus(raw string) (Order, *params) {
	p := &params{given: readGiven(raw)}
	o := Order{IDPayin: p.orderID(), Token: p.token(), CurrencyCode: p.exact("currencyCode", money.Known)}
	if !p.absent("amount") {
		o.Money = p.amount(o.CurrencyCode)
	}
	p.language()
	return o, p
}

// mostOrderID is ours: the interface names no limit.
const mostOrderID = 128

// IsOrderID reports whether s can be an idPayin, "merchant order id, string"
// (interface.md, Endpoints): any text that a path's segment can carry, escaped.
// What would be another path once somebody on the way unescapes it, can't.
func IsOrderID(s string) bool {
	if s == "" || utf8.RuneCountInString(s) > mostOrderID || !utf8.ValidString(s) || strings.TrimSpace(s) != s || s[0] == '!' {
		return false
	}
	plain, err := url.PathUnescape(s)
	if err != nil {
		plain = s // a % of its own
	}
	for part := range strings.FieldsFuncSeq(plain, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == "." || part == ".." {
			return false
		}
	}
	return !strings.ContainsFunc(s+plain, func(r rune) bool { return !unicode.IsPrint(r) })
}

// CheckClaims refuses a token whose own claims certainly contradict the link:
// another payment's id, named literally, or another amount in the same
// currency. Claims are hints: what can't be compared with certainty (patterns,
// other spellings of the merchant, an amount without its currency) is left to
// the gateway, and a status link's amount to its page.
func CheckClaims(o Order, c apiclient.Claims) error {
	switch {
	case o.CurrencyCode == "" && c.Money.Currency() == o.Money.Currency() && c.Money != o.Money:
		return errors.New("token for another amount")
	case c.ExcludesPayin(o.IDPayin):
		return errors.New("token of another payment")
	}
	return nil
}
