package methods

// definition is everything that one rule decides.
type definition struct {
	input Input
	check check
}

// check gives the canonical value of something typed, or the problem; beside a
// soft problem the value is what may be sent all the same. It is never called
// with blank text.
type check func(typed string, at place) (string, *Problem)

// place is what a rule may know besides the text.
type place struct {
	country  string // the method's
	operator string // the chosen bank, "" when not known
}

// definition finds the rule's definition; a rule without one takes any line of
// text, and a test holds that no row has such a rule.
func (r Rule) definition() definition {
	if d, ok := definitions[r]; ok {
		return d
	}
	return definitions[RuleText]
}

// Inputs that several rules share. Lengths leave room for separators, and for
// a digit too many, which a tighter limit would cut off unseen.
var (
	nameInput  = Input{Type: "text", AutoCapitalize: "words", MaxLength: 2 * maxName}
	phoneInput = Input{Type: "tel", InputMode: "tel", MaxLength: 40}
	plainInput = Input{Type: "text", AutoCapitalize: "none", MaxLength: 2 * maxSoft}
	softDigits = Input{Type: "text", InputMode: "numeric", AutoCapitalize: "none", MaxLength: 2 * maxSoft}
	emailInput = Input{Type: "email", InputMode: "email", AutoCapitalize: "none", MaxLength: maxEmail + 20}
)

func digitsInput(most int) Input {
	return Input{Type: "text", InputMode: "numeric", AutoCapitalize: "none", MaxLength: 2*most + 4}
}

func upperInput(most int) Input {
	return Input{Type: "text", AutoCapitalize: "characters", MaxLength: 2*most + 4}
}

// definitions is the table of all rules.
var definitions = map[Rule]definition{
	RuleText:   {Input{Type: "text", AutoCapitalize: "words", MaxLength: 2 * maxText}, checkText},
	RuleName:   {nameInput, checkName},
	RuleNameKR: {nameInput, checkNameKR},
	RuleNameJP: {nameInput, checkNameJP},

	RulePhone:         {phoneInput, checkPhone},
	RuleMobile:        {phoneInput, checkMobile},
	RuleMobileTW:      {phoneInput, checkMobileTW},
	RuleWalletPhoneID: {phoneInput, checkWalletPhoneID},
	RuleEmail:         {emailInput, checkEmail},

	RuleAccount:   {plainInput, checkAccount},
	RuleAccountZA: {softDigits, checkAccountZA},
	RuleAccountMY: {digitsInput(17), digitsBetween(9, 17)},
	RuleAccountVN: {plainInput, checkAccountVN},
	RulePayShap:   {plainInput, checkPayShap},
	RuleShapID:    {plainInput, checkShapID},
	RulePromptPay: {digitsInput(15), checkPromptPay},
	RuleUPI:       {Input{Type: "text", InputMode: "email", AutoCapitalize: "none", MaxLength: 340}, checkUPI},
	RuleIFSC:      {upperInput(11), checkIFSC},
	RuleCBU:       {digitsInput(22), digits(22, fitsCBU)},
	RuleCLABE:     {digitsInput(18), digits(18, fitsCLABE)},
	RuleNUBAN:     {softDigits, checkNUBAN},

	RuleReference:  {digitsInput(12), digits(12, nil)},
	RuleCUIT:       {digitsInput(11), digits(11, fitsCUIT)},
	RuleCPF:        {digitsInput(11), digits(11, fitsCPF)},
	RuleCNPJ:       {upperInput(14), checkCNPJ},
	RuleIdentityCO: {plainInput, checkIdentityCO},

	RuleAccountType: {Input{Type: "radio", Choices: accountTypes}, checkAccountType},
}

// Rules lists the names of all rules, for what checks a catalogue file.
func Rules() []Rule {
	return []Rule{
		RuleName, RuleNameKR, RuleNameJP, RuleText,
		RuleAccount, RuleAccountZA, RuleAccountMY, RuleAccountVN, RulePayShap, RuleShapID, RulePromptPay, RuleUPI, RuleIFSC, RuleReference,
		RulePhone, RuleMobile, RuleMobileTW, RuleWalletPhoneID, RuleEmail,
		RuleAccountType,
		RuleCUIT, RuleCBU, RuleCLABE, RuleCPF, RuleCNPJ, RuleIdentityCO, RuleNUBAN,
	}
}
