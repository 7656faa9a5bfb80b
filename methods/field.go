package methods

import (
	"slices"
	"strings"
)

// Field is one thing asked of the customer.
type Field struct {
	Name  string // as in interface.md: "accountName", "customerName.lastName"
	Label string // part of the message keys: "accountNumber.promptpay"; "" means Name
	Rule  Rule

	Required        bool   // the payment can't be created without it
	Because         string // the sentence of interface.md that requires it, here or in its group; "" where that is ours
	Group           string // the object it belongs to: "customerName"; "" stands alone
	RequiredInGroup bool   // required once another field of Group is given

	// ByOperator is the only value that goes with an operator, by its code;
	// operators that aren't in it go with any.
	ByOperator map[string]string

	Default string // what the input holds before the customer types; a suggestion, no more

	Texts map[string]Text // label and hint by language, for a field of the catalogue file that no message names
}

// Fits reports whether a value may go with an operator. What is none of the
// choices goes with any: it isn't ours to rule on.
func (f Field) Fits(operator, value string) bool {
	only := f.ByOperator[operator]
	value = Method{}.Check(f, value).Value
	return only == "" || value == only || !slices.Contains(f.Input().Choices, value)
}

// LabelKey is the message key of the field's label.
func (f Field) LabelKey() string { return "field." + f.label() + ".label" }

// HintKey is the message key of the hint beside the label. A field without a hint
// has no such message.
func (f Field) HintKey() string { return "field." + f.label() + ".hint" }

// ChoiceKey is the message key of one of Input's Choices.
func (f Field) ChoiceKey(value string) string { return "choice." + f.label() + "." + value }

// OperatorsKey is the message key of the heading above the operators that go
// with a value of the field only; "other" is for those that go with any.
func (f Field) OperatorsKey(value string) string { return "operators." + f.label() + "." + value }

// GroupKey is the message key of the legend of the field's group, "" for a
// field that stands alone.
func (f Field) GroupKey() string {
	if f.Group == "" {
		return ""
	}
	return "group." + f.Group
}

func (f Field) label() string {
	if f.Label != "" {
		return f.Label
	}
	return f.Name
}

// Meaning names what the field asks for, across methods: fields of one name can
// ask for different things, as accountNumber does for a bank account, a UPI id
// or a PromptPay number. What was typed into one is offered in another only
// where both mean the same.
func (f Field) Meaning() string {
	words := strings.TrimPrefix(f.label(), f.Name)
	if text := f.Texts["en"].Name; text != "" {
		words = text
	}
	return strings.TrimSpace(f.Name + " " + string(f.Rule) + " " + words)
}

// Text is a value of the field as people read it, where that is a phone number;
// else the value itself.
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

// emptyKey is the message key of the field's fault when it is mandatory and
// empty.
func (f Field) emptyKey() string {
	if len(f.Input().Choices) > 0 {
		return "error.choice"
	}
	return keyRequired
}

// Input holds the attributes of a field's input element. They follow from the
// field's rule. There is no pattern: what people type with spaces, dashes or
// the digits of their script is folded by Check, and a browser would refuse it
// in words of its own.
type Input struct {
	Type           string // "text", "email", "tel"; "radio" when there are Choices
	InputMode      string
	AutoComplete   string
	AutoCapitalize string
	SpellCheck     bool
	MaxLength      int      // in UTF-16 units, as HTML counts, with room for separators
	Choices        []string // the values to choose from, in order
}

// Result is what became of something typed.
type Result struct {
	Value   string   // canonical: trimmed, ASCII digits, E.164; what is sent and kept
	Problem *Problem // nil when all is well
}

// Problem says what is wrong with a value, for i18n to put into words.
type Problem struct {
	Key  string         // message key: "error.digits"
	Vars map[string]any // the message's variables: Want, Have, Min, Max, Country, Code, Start; Label is the page's to give
	Soft bool           // a warning: the customer may pay anyway
}

// Unsendable reports whether the value is what no rule lets through, rather
// than what the interface refuses.
func (p Problem) Unsendable() bool {
	return !p.Soft && (p.Key == "error.characters" || p.Key == "error.too-long")
}

// NamesField reports whether the message names the field itself, as {{.Label}}.
func (p Problem) NamesField() bool { return p.Key == keyRequired }

// keyRequired is the message about a mandatory field that is empty.
const keyRequired = "error.required"
