package methods

import (
	"strings"
	"sync"

	"github.com/nyaruka/phonenumbers"
)

// PhoneText is a valid phone number in the groups that people of its country
// read it in, in one piece: an international one with its code, "+66 81 234
// 5678", or one as it is dialled within the country, "081 234 5678". Anything
// else stays as it is.
func PhoneText(number, country string) string {
	if len(number) < 2 || len(number) > longestPhone || number[0] != '+' && country == "" {
		return number
	}
	return grouped.of([2]string{number, country})
}

// longestPhone is more than people put into a number to read it.
const longestPhone = 40

func groupPhone(number, country string) string {
	if !phoneText.MatchString(number) {
		return number
	}
	parsed, err := phonenumbers.Parse(number, country)
	if err != nil || !phonenumbers.IsValidNumber(parsed) {
		return number
	}
	format := phonenumbers.INTERNATIONAL
	if number[0] != '+' {
		format = phonenumbers.NATIONAL
	}
	return unbroken.Replace(phonenumbers.Format(parsed, format))
}

// phoneTexts remembers some numbers' texts. Every waiting page shows one, and the
// library takes as many allocations for it as half of the page.
type phoneTexts struct {
	mu    sync.Mutex
	texts map[[2]string]string // number and country → text
}

var grouped = phoneTexts{texts: map[[2]string]string{}}

// mostPhoneTexts bounds what is remembered: some hundred kilobytes.
const mostPhoneTexts = 1000

func (p *phoneTexts) of(key [2]string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text, known := p.texts[key]
	if !known {
		if len(p.texts) >= mostPhoneTexts {
			clear(p.texts)
		}
		text = groupPhone(key[0], key[1])
		p.texts[key] = text
	}
	return text
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

// unbroken keeps a number on one line.
var unbroken = strings.NewReplacer(" ", "\u00a0", "-", "\u2011")
