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
	"payapp/money"
)

// Reason says what is wrong with a parameter.
type Reason string

// The reasons; each has its text in i18n under "problem.parameter.…".
const (
	Missing   Reason = "missing"
	Twice     Reason = "twice"
	Malformed Reason = "malformed"
)

// ParamFault is one faulty parameter.
type ParamFault struct {
	Param  string
	Reason Reason
}

// InvalidError lists all faulty parameters, in the order of the interface's
// table, customer data last and by name.
type InvalidError struct{ Faults []ParamFault }

func (e *InvalidError) Error() string {
	parts := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		parts[i] = f.Param + " " + string(f.Reason)
	}
	return "invalid parameters: " + strings.Join(parts, ", ")
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

// Parse reads a RedirectURL's parameters. The error is an *InvalidError with
// all faulty parameters. Unknown parameters are ignored.
func Parse(values url.Values, rules Rules) (Order, error) {
	p := params{values: values}
	o := Order{
		MerchantCode: p.required("merchantCode", idForm.MatchString),
		IDPayin:      p.required("idPayin", IsOrderID),
		Token:        apiclient.NewToken(p.required("token", tokenForm.MatchString)),
	}
	o.Money = p.money()
	address := func(s string) bool { return links.Web(s, rules.AllowHTTP) }
	o.CallbackURL = p.required("callbackUrl", address)
	o.ReturnURL = p.required("returnUrl", func(s string) bool { return links.Return(s, rules.AllowHTTP, rules.Schemes) })
	o.MethodCode = p.optional("paymentMethodCode", codeForm.MatchString)
	o.OperatorCode = p.optional("paymentOperatorCode", codeForm.MatchString)
	o.OptionsAvailable = p.boolean("optionsAvailable")
	o.DataEditable = p.boolean("allowCustomerDataChange")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if rules.IsField != nil && rules.IsField(name) {
			p.data(&o, name)
		}
	}
	p.language()
	return o, p.err()
}

// StatusOrder is what a status link asks for.
type StatusOrder struct {
	IDPayin      string
	Token        apiclient.Token
	CurrencyCode string
}

// ParseStatus reads a status link's parameters (interface.md, Status page).
func ParseStatus(values url.Values) (StatusOrder, error) {
	p := params{values: values}
	s := StatusOrder{
		IDPayin:      p.required("idPayin", IsOrderID),
		Token:        apiclient.NewToken(p.required("token", tokenForm.MatchString)),
		CurrencyCode: p.required("currencyCode", money.Known),
	}
	p.language()
	return s, p.err()
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
// the gateway.
func CheckClaims(o Order, c apiclient.Claims) error {
	switch {
	case c.Money.Currency() == o.Money.Currency() && c.Money != o.Money:
		return errors.New("token for another amount")
	case c.ExcludesPayin(o.IDPayin):
		return errors.New("token of another payment")
	}
	return nil
}

// CheckStatusClaims is CheckClaims for a status link.
func CheckStatusClaims(s StatusOrder, c apiclient.Claims) error {
	if c.ExcludesPayin(s.IDPayin) {
		return errors.New("token of another payment")
	}
	return nil
}

// params collects faults while values are read.
type params struct {
	values url.Values
	faults []ParamFault
}

func (p *params) fault(name string, r Reason) string {
	p.faults = append(p.faults, ParamFault{name, r})
	return ""
}

func (p *params) required(name string, valid func(string) bool) string {
	if v := p.values[name]; len(v) == 0 || len(v) == 1 && v[0] == "" {
		return p.fault(name, Missing)
	}
	return p.optional(name, valid)
}

func (p *params) optional(name string, valid func(string) bool) string {
	v := p.values[name]
	switch {
	case len(v) == 0 || len(v) == 1 && v[0] == "":
		return ""
	case len(v) > 1:
		return p.fault(name, Twice)
	case valid != nil && !valid(v[0]):
		return p.fault(name, Malformed)
	}
	return v[0]
}

// boolean is false if empty: an empty optional parameter counts as absent.
func (p *params) boolean(name string) bool {
	return p.optional(name, func(s string) bool { return s == "true" || s == "false" }) == "true"
}

// language checks only that it isn't given twice, which no parameter may be. It
// isn't part of the order, and an unknown one is ignored.
func (p *params) language() { p.optional("lang", nil) }

// money checks the amount by the currency, unless the currency itself is
// faulty.
func (p *params) money() money.Money {
	given := p.values["currencyCode"]
	amount := p.required("amount", func(s string) bool {
		if len(given) != 1 || !money.Known(given[0]) {
			return true
		}
		_, err := money.Parse(s, given[0])
		return err == nil
	})
	m, _ := money.Parse(amount, p.required("currencyCode", money.Known)) // zero if either is faulty
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
