package methods

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"payapp/i18n"
	"payapp/internal/testing/golden"
)

const pageFile = "../docs/payment-methods.md"

// The merchants' page about the catalogue is made from the rows themselves and
// the rules' tested examples, so it can't go stale. A mistake in a row shows in
// the page's difference.
func TestPaymentMethodsPage(t *testing.T) {
	golden.Compare(t, pageFile, page(t), "go generate ./methods")
}

const pageHead = `# Payment methods

<!-- Made by "go generate ./methods"; changes here are lost. -->

Every payment method × currency of the catalogue: what the customer is asked, whether a bank, wallet, store or network is
chosen, and how the payment is shown. **Bold** fields are mandatory; those marked ⁺ are mandatory once another field of
their object is given. Customer-data parameters of a RedirectURL have the fields' names; what a method doesn't know is ignored.
Behind each field stands its rule, explained [below](#rules). The name is what customers read in English.

| Operator | Whether the customer chooses a bank, wallet, store or network (` + "`paymentOperatorCode`" + `) |
|---|---|
| – | no |
| optional | may, and may go on without |
| required | must |
| where-listed | must if the gateway lists any for the merchant, and isn't asked otherwise |

| Shown as | What the customer does after *Pay* |
|---|---|
| redirect | goes on to the bank or wallet by itself, and comes back |
| approve | approves in the bank's or UPI app, on a phone |
| … or redirect | goes on to the bank where the gateway's answer has an address (` + "`redirectUrl`" + `); otherwise the former |
| phone | confirms with the wallet's PIN on the phone |
| transfer | copies the rows (bank, account, amount, reference) into a bank transfer |
| virtual-account | transfers to an account number made for this payment |
| qr | scans a code; on a phone with *link into the app*, opens the app |
| store-code | pays with a code or its bar code in a convenience store |
| crypto | sends coins to an address on the named network |

| Reference | Whether the customer gives the number that the bank shows after paying, usually of 12 digits |
|---|---|
| – | no |
| required | must, exactly 12 digits (rule *reference*) |
| unless-account | must, unless ` + "`accountNumber`" + ` (the UPI id) was given before; another form is doubted and can be sent (rule *reference-upi*) |

## Methods

| Method | Name | Currency | Fields | Operator | Shown as | Reference |
|---|---|---|---|---|---|---|
`

const mandatoryHead = `
## Mandatory fields

A payment isn't created without them. Behind each stands the sentence of the gateway's interface that says so; *ours* are
those that a payment makes no sense without, though no sentence demands them.

| Field | Method | Because |
|---|---|---|
`

const rulesHead = `
## Rules

Values are brought into one spelling before anything is checked: spaces, dashes, brackets and dots between digits go, digits of
other scripts and full-width signs become ASCII, a country's code is understood with and without +, with 00 and with (0).
What is known is sent so (phone numbers in E.164), anything else as it was typed.

| Strength | What becomes of a value that breaks the rule |
|---|---|
| hard | it isn't sent: the interface itself rules on it |
| soft | the customer is warned, and may pay anyway; what the shop locked is sent as it is |
| none | there is nothing to break |

Whatever the strength, two things are never sent: control characters and those that turn a text round or hide in it, and
values of more than 255 characters. A locked value that can't be sent is left out where it is optional and asked where it is
mandatory; only a mandatory one that breaks a hard rule stops the payment.

| Rule | Strength | Because | Takes | Taken, and sent as | Refused, or warned of |
|---|---|---|---|---|---|
`

func page(t *testing.T) string {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	english := bundle.Match("en", "", "")
	var p strings.Builder
	p.WriteString(pageHead)
	for _, m := range Default().All() {
		var fields []string
		for _, f := range m.Fields {
			name := f.Name
			switch {
			case f.Required:
				name = "**" + name + "**"
			case f.RequiredInGroup:
				name += "⁺"
			}
			fields = append(fields, fmt.Sprintf("%s (%s)", name, f.Rule))
		}
		name := english.Text(m.NameKey())
		if name == "" {
			t.Errorf("%s %s has no English name", m.Code, m.Currency)
		}
		fmt.Fprintf(&p, "| %s | %s | %s | %s | %s | %s | %s |\n", m.Code, name, m.Currency, dash(strings.Join(fields, ", ")), dash(string(m.Operator)), shown(m), dash(string(m.Reference)))
	}
	writeMandatory(&p)
	p.WriteString(rulesHead)
	for _, r := range Rules() {
		about, ok := ruleAbout[r]
		if !ok {
			t.Errorf("rule %s isn't explained", r)
		}
		refused := "–"
		for _, c := range bad {
			if c.rule == r && len(c.typed) < 40 && !strings.Contains(c.typed, "\n") {
				refused = cell(c.typed)
				break
			}
		}
		var taken string
		for _, c := range good {
			if c.rule == r {
				taken = cell(c.typed)
				if r == RulePhone || r == RuleMobile {
					taken += " in " + c.country
				}
				if c.want != c.typed {
					taken += " → " + cell(c.want)
				}
				break
			}
		}
		fmt.Fprintf(&p, "| %s | %s | %s | %s | %s | %s |\n", r, r.Strength(), because(r.Source()), about, taken, refused)
	}
	return p.String()
}

// writeMandatory lists the mandatory fields by name, those of an object
// together.
func writeMandatory(p *strings.Builder) {
	p.WriteString(mandatoryHead)
	lines := map[string][]string{}
	for _, m := range Default().All() {
		for _, f := range m.Fields {
			name := f.Name
			if f.Group != "" && f.Required {
				name = f.Group
			}
			if f.RequiredInGroup {
				name += "⁺"
			}
			line := fmt.Sprintf("| %s | %%s | %s |", name, because(cmp.Or(f.Because, Ours)))
			method := m.Code + " " + m.Currency
			if (f.Required || f.RequiredInGroup) && !slices.Contains(lines[line], method) {
				lines[line] = append(lines[line], method)
			}
		}
	}
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(p, line+"\n", strings.Join(lines[line], ", "))
	}
}

func because(source string) string {
	if source == Ours {
		return "ours"
	}
	return "“" + source + "”"
}

// shown describes the presentation and what is shown with it.
func shown(m Method) string {
	parts := []string{string(m.Presentation)}
	for _, extra := range []struct {
		is   bool
		what string
	}{
		{m.RedirectFirst, "or redirect"},
		{m.ShowsQR, "QR beside the rows"},
		{m.ShowsRows, "rows beside the QR"},
		{m.CopiesPayload, "payload to copy"},
		{m.OpensApp, "link into the app"},
	} {
		if extra.is {
			parts = append(parts, extra.what)
		}
	}
	return strings.Join(parts, ", ")
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func cell(s string) string { return "`" + strings.ReplaceAll(s, "|", `\|`) + "`" }

var ruleAbout = map[Rule]string{
	RuleName:          "a name in any script, digits too, up to 100 characters",
	RuleNameKR:        "a Korean account holder: a person or company in any script, but not consonants alone",
	RuleNameJP:        "a Japanese account holder: katakana of either width, or Latin letters; sent as typed",
	RuleText:          "one line of text",
	RuleCountry:       "a country by its name in any language, or its code; what is no name of a country where methods are paid is sent as it was typed",
	RuleAccount:       "an account number: 4–34 letters and digits",
	RuleAccountZA:     "a South African account number: 7–13 digits",
	RuleAccountVN:     "a Vietnamese account number: 6–19 letters and digits",
	RulePayShap:       "a South African account number or a ShapID",
	RulePromptPay:     "the account that the money comes from: a Thai bank account of 10–12 digits, or what PromptPay knows it by: a mobile number, a national or tax id of 13 digits with its check digit, or an e-wallet number of 15",
	RuleUPI:           "a UPI id",
	RuleReference:     "a bank's reference (UTR, RRN): exactly 12 digits",
	RuleReferenceUPI:  "the same where the number isn't always needed: no sentence says how long it is",
	RulePhone:         "a phone number of any country, for messages; one of the method's own without its code, too",
	RulePhoneChecked:  "the same; what has the length of a number and isn't known as one is only warned of",
	RuleMobile:        "a mobile number of the method's country, which is asked for the money",
	RuleMobileTW:      "a Taiwanese mobile number, or a number from abroad, for messages",
	RuleWalletPhoneID: "the number of an Indonesian wallet",
	RuleEmail:         "an RFC 5322 address alone, with a dot in its domain; dots in a row where docomo and au gave them out; one in another script is only warned of",
	RuleAccountType:   "`personal` or `corporate`, in any case; the one that goes with the bank",
	RuleCUIT:          "an Argentine CUIT or CUIL: 11 digits with check digit",
	RuleCBU:           "an Argentine CBU or CVU: 22 digits with two check digits; or an alias of 6–20 letters, digits, dots and dashes",
	RuleIdentityCO:    "a Colombian CC or CE of 6–10 digits, TI of 10 or 11, NIT with check digit, or passport; the name of the paper before the number goes",
	RuleNUBAN:         "a Nigerian account number: 10 digits; with the bank's code known, its check digit",
}
