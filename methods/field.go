package methods

import (
	"cmp"
	"slices"
	"strings"
)

// Field is one thing asked of the customer.
type Field struct {
	Name  string // as in interface.md: "accountName", "customerName.lastName"
	Label string // part of the message keys: "accountNumber.promptpay"; "" means Name
	Rule  Rule

	Required        bool   // the payment can't be created without it
	Because         string // the sentence of interface.md that requires it or its group; "" if that is ours
	Group           string // the object it belongs to: "customerName"; "" for none
	RequiredInGroup bool   // required once another field of Group is given

	// ByOperator is the only value that fits an operator, by the operator's
	// code; other operators fit any value.
	ByOperator map[string]string

	Default string // the input's initial value, only a suggestion
}

// Fits reports whether a value fits an operator. A value that isn't one of the
// choices fits any: we have no rule for it.
func (f Field) Fits(operator, value string) bool {
	only := f.ByOperator[operator]
	value = Method{}.Check(f, value).Value
	return only == "" || value == only || !slices.Contains(f.Input().Choices, value)
}

// LabelKey is the message key of the field's label.
func (f Field) LabelKey() string { return "field." + f.label() + ".label" }

// HintKey is the message key of the hint beside the label. A field without a
// hint has no such message.
func (f Field) HintKey() string { return "field." + f.label() + ".hint" }

// ChoiceKey is the message key of one of Input's Choices.
func (f Field) ChoiceKey(value string) string { return "choice." + f.label() + "." + value }

// OperatorsKey is the message key of the heading above the operators that fit
// only this value; "other" is for those that fit any.
func (f Field) OperatorsKey(value string) string { return "operators." + f.label() + "." + value }

// GroupKey is the message key of the legend of the field's group, "" for a
// field without one.
func (f Field) GroupKey() string {
	if f.Group == "" {
		return ""
	}
	return "group." + f.Group
}

func (f Field) label() string { return cmp.Or(f.Label, f.Name) }

// Meaning identifies what the field asks for, across methods: accountNumber can
// be a bank account, a UPI id or a PromptPay number. A typed value is reused in
// another field only if both have the same meaning.
func (f Field) Meaning() string {
	return strings.TrimSpace(f.Name + " " + string(f.Rule) + " " + strings.TrimPrefix(f.label(), f.Name))
}

// Text is a value of the field for people: phone numbers are formatted, other
// values unchanged.
func (m Method) Text(f Field, value string) string {
	switch f.Rule {
	case RulePhone, RulePhoneChecked, RuleMobile, RuleMobileTW, RuleWalletPhoneID:
		return PhoneText(value, m.Country)
	case RulePromptPay: // accounts have ten digits, too
		if len(value) == 10 && value[0] == '0' && strings.Contains("689", value[1:2]) {
			return PhoneText(value, m.Country)
		}
	}
	return value
}

// GroupHintKey is the message key of the line below the group's legend. A group
// without one has no such message.
func (f Field) GroupHintKey() string { return f.GroupKey() + ".hint" }

// WhyKey is the message key of the answer to "Why am I asked this?", "" where the
// field's own words say it. A payment that the customer makes is recognised by its
// account; a request is sent to one; who carries out the payment wants to know the
// rest.
func (m Method) WhyKey(f Field) string {
	account := f.Name == "accountName" || f.Name == "accountNumber"
	switch {
	case account && (m.Presentation == QR || m.Presentation == Transfer || m.Presentation == VirtualAccount):
		return WhyRecognise
	case !f.Required && f.Name == "accountNumber":
		return "field.accountNumber.hint" // whose it is; it goes on without, too
	case !f.Required:
		return ""
	case (m.Presentation == Approve || m.Presentation == Phone) && (f.Name == "accountNumber" || f.Name == "phoneNumber"):
		return "why.request"
	case account, f.Name == "taxId", f.Name == "identifyingReference":
		return "group.paymentLocation.hint"
	default:
		return ""
	}
}

// WhyRecognise is the key of the answer that a payment is recognised by its account.
const WhyRecognise = "why.recognise"

// emptyKey is the message key for a mandatory field that is empty.
func (f Field) emptyKey() string {
	if len(f.Input().Choices) > 0 {
		return "error.choice"
	}
	return "error.empty"
}

// Input has the attributes of a field's input element, derived from the field's
// rule. There is no pattern: Check folds spaces, dashes and digits of other
// scripts, which a browser would refuse in its own words.
type Input struct {
	Type           string // "text", "email", "tel"; "radio" if there are Choices
	InputMode      string
	AutoComplete   string
	AutoCapitalize string
	SpellCheck     bool
	MaxLength      int      // in UTF-16 units, as HTML counts, with room for separators
	Choices        []string // the values to choose from, in order
}

// Result is the result of checking a typed value.
type Result struct {
	Value   string   // canonical: trimmed, ASCII digits, E.164; what is sent and kept
	Problem *Problem // nil if nothing is wrong
}

// Problem is what is wrong with a value; i18n has the texts.
type Problem struct {
	Key  string         // message key: "error.digits"
	Vars map[string]any // the message's variables: Want, Have, Min, Max, Country, Code, Start
	Soft bool           // a warning: the customer may pay anyway
}

// Unsendable reports whether no rule accepts the value, as opposed to the
// interface refusing it.
func (p Problem) Unsendable() bool {
	return !p.Soft && (p.Key == "error.characters" || p.Key == "error.too-long")
}

// Input returns the attributes of the field's input element.
func (f Field) Input() Input {
	input := f.Rule.definition().input
	input.AutoComplete = "off"
	if token, ok := autoComplete[f.Name]; ok {
		input.AutoComplete = token
	}
	return input
}

// autoComplete tells browsers which of the customer's details a field takes.
// They shouldn't store numbers of accounts and identity papers.
var autoComplete = map[string]string{
	"accountName":              "name",
	"emailAddress":             "email",
	"phoneNumber":              "tel",
	"customerName.titleBefore": "honorific-prefix",
	"customerName.firstName":   "given-name",
	"customerName.middleName":  "additional-name",
	"customerName.lastName":    "family-name",
	"customerName.titleAfter":  "honorific-suffix",
	"paymentLocation.country":  "country-name",
	"paymentLocation.city":     "address-level2",
	"paymentLocation.street":   "address-line1",
	"paymentLocation.zipCode":  "postal-code",
}
