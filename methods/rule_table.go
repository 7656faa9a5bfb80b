package methods

import (
	"maps"
	"slices"
)

// definition is everything about one rule.
type definition struct {
	input    Input
	check    check
	strength Strength
	source   string // a sentence of interface.md, or Ours
}

// check returns the canonical form of a typed value, and what is wrong with it.
// With a problem the value is what may be sent all the same, if the rule's
// strength allows; a hard rule's check may also return a soft problem. It is
// never called with blank text.
type check func(typed string, at place) (string, *Problem)

// place is what a rule may know besides the text.
type place struct {
	country  string // the method's
	operator string // the chosen bank, "" if unknown
}

// definition returns the rule's definition. A rule without one accepts any line
// of text; a test checks that no row has such a rule.
func (r Rule) definition() definition {
	if d, ok := definitions[r]; ok {
		return d
	}
	return definitions[RuleText]
}

// Inputs that several rules share. Their lengths leave room for separators and
// for an extra digit, which a tighter limit would cut off unnoticed.
var (
	nameInput  = Input{Type: "text", AutoCapitalize: "words", MaxLength: 2 * MaxValue}
	phoneInput = Input{Type: "tel", InputMode: "tel", MaxLength: 40}
	plainInput = Input{Type: "text", AutoCapitalize: "none", MaxLength: 80}
	softDigits = Input{Type: "text", InputMode: "numeric", AutoCapitalize: "none", MaxLength: 80}
	emailInput = Input{Type: "email", InputMode: "email", AutoCapitalize: "none", MaxLength: maxEmail + 20}
)

func digitsInput(most int) Input {
	return Input{Type: "text", InputMode: "numeric", AutoCapitalize: "none", MaxLength: 2*most + 4}
}

// The sentences of interface.md about the form of values. All others are about
// mandatory fields (Field.Because).
const (
	saysEmail     = "Customer e-mail. Validated where present."
	saysPhone     = "Customer phone. Validated for the NETBANKING method."
	saysReference = "Required, exactly 12 digits"
)

// definitions is the table of all rules.
var definitions = map[Rule]definition{
	RuleText:    {nameInput, checkText, None, Ours},
	RuleCountry: {nameInput, checkCountry, None, Ours},
	RuleName:    {nameInput, checkName, Soft, Ours},
	RuleNameKR:  {nameInput, checkNameKR, Soft, Ours},
	RuleNameJP:  {nameInput, checkNameJP, Soft, Ours},

	RulePhone:         {phoneInput, checkPhone, Soft, Ours},
	RulePhoneChecked:  {phoneInput, checkPhoneChecked, Hard, saysPhone},
	RuleMobile:        {phoneInput, checkMobile, Soft, Ours},
	RuleMobileTW:      {phoneInput, checkMobileTW, Soft, Ours},
	RuleWalletPhoneID: {phoneInput, checkWalletPhoneID, Soft, Ours},
	RuleEmail:         {emailInput, checkEmail, Hard, saysEmail},

	RuleAccount:   {plainInput, account(4, 34), Soft, Ours},
	RuleAccountZA: {softDigits, checkAccountZA, Soft, Ours},
	RuleAccountVN: {plainInput, account(6, 19), Soft, Ours},
	RulePayShap:   {plainInput, checkPayShap, Soft, Ours},
	RulePromptPay: {digitsInput(15), checkPromptPay, Soft, Ours},
	RuleUPI:       {Input{Type: "text", InputMode: "email", AutoCapitalize: "none", MaxLength: 340}, checkUPI, Soft, Ours},
	RuleCBU:       {plainInput, checkCBU, Soft, Ours},
	RuleNUBAN:     {softDigits, checkNUBAN, Soft, Ours},

	RuleReference:    {digitsInput(12), digits(12, nil), Hard, saysReference},
	RuleReferenceUPI: {softDigits, digits(12, nil), Soft, Ours},
	RuleCUIT:         {digitsInput(11), digits(11, fitsCUIT), Soft, Ours},
	RuleIdentityCO:   {plainInput, checkIdentityCO, Soft, Ours},

	RuleAccountType: {Input{Type: "radio", Choices: accountTypes}, checkAccountType, Soft, Ours},
}

// Rules lists the names of all rules.
func Rules() []Rule { return slices.Sorted(maps.Keys(definitions)) }
