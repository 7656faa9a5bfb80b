package gallery

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

func optionEntries() []Entry {
	return []Entry{
		{"options-methods", "The choice of method", func(l *i18n.Locale) templ.Component { return pages.Options(methodChoice(l, "")) }},
		{"languages", "All languages", func(l *i18n.Locale) templ.Component { return pages.Languages(allLanguages(l)) }},
		{"options-marks", "Methods with short names and a picture", func(l *i18n.Locale) templ.Component { return pages.Options(markChoice(l)) }},
		{"options-many", "Many methods, one of them chosen", func(l *i18n.Locale) templ.Component { return pages.Options(manyMethods(l)) }},
		{"options-operators", "A method chosen, its banks inside", func(l *i18n.Locale) templ.Component { return pages.Options(methodChoice(l, "ONLINE")) }},
		{"options-suggested", "A method and a bank that the shop suggests", func(l *i18n.Locale) templ.Component {
			p := methodChoice(l, "ONLINE")
			for i, m := range p.Methods {
				if m.Checked {
					p.Methods[i].Operators[1].Suggested = true
				}
			}
			return pages.Options(p)
		}},
		{"options-fault", "Nothing chosen", func(l *i18n.Locale) templ.Component {
			p := methodChoice(l, "")
			p.Fault = l.OptionsErrorTitle()
			return pages.Options(p)
		}},
		{"options-banks", "Banks alone", func(l *i18n.Locale) templ.Component { return pages.Options(bankChoice(l, thaiBanks)) }},
		{"options-banks-few", "A few banks, none of them needed", func(l *i18n.Locale) templ.Component {
			p := bankChoice(l, thaiBanks[:3])
			p.Search, p.Any = nil, l.OptionsAnyBank()
			return pages.Options(p)
		}},
		{"options-banks-lists", "Banks in lists of their own", func(l *i18n.Locale) templ.Component { return pages.Options(bankChoice(l, fpxBanks(l))) }},
		{"options-banks-400", "400 banks", func(l *i18n.Locale) templ.Component { return pages.Options(bankChoice(l, manyBanks())) }},
		{"options-banks-found", "Banks searched for", func(l *i18n.Locale) templ.Component {
			p := bankChoice(l, thaiBanks[1:3])
			p.Search.Query, p.Search.Found, p.Search.ClearURL = "kr", l.OptionsFound(2, "400"), address
			return pages.Options(p)
		}},
		{"options-banks-none", "No bank found", func(l *i18n.Locale) templ.Component {
			p := bankChoice(l, nil)
			p.Search.Query, p.Search.Found, p.Search.ClearURL = "lotsu", l.OptionsNoneFound(), address
			return pages.Options(p)
		}},
	}
}

var thaiBanks = []components.Operator{
	{Code: "002", Name: "Bangkok Bank"},
	{Code: "004", Name: "Kasikornbank"},
	{Code: "006", Name: "Krungthai Bank"},
	{Code: "014", Name: "Siam Commercial Bank"},
	{Code: "025", Name: "Bank of Ayudhya"},
	{Code: "011", Name: "TMBThanachart Bank"},
	{Code: "030", Name: "Government Savings Bank"},
}

// fpxBanks are banks for people and for companies.
func fpxBanks(l *i18n.Locale) []components.Operator {
	return []components.Operator{
		{Code: "MB2U0227", Name: "Maybank2u", Heading: l.Text("operators.accountType.personal")},
		{Code: "BCBB0235", Name: "CIMB Clicks"},
		{Code: "PBB0233", Name: "Public Bank"},
		{Code: "MBB0228", Name: "Maybank2E", Heading: l.Text("operators.accountType.corporate")},
		{Code: "BCBB0236", Name: "BizChannel@CIMB"},
		{Code: "BKRM0602", Name: "Bank Rakyat", Heading: l.Text("operators.accountType.other")},
	}
}

// manyBanks is as long as the longest real list.
func manyBanks() []components.Operator {
	places := []string{"Kerala", "Punjab", "Gujarat", "Baroda", "Nashik", "Mysore", "Bihar", "Assam", "Andhra", "Deccan"}
	kinds := []string{"Gramin Bank", "Co-operative Bank", "Urban Bank", "Mercantile Bank", "Development Bank", "Small Finance Bank", "Payments Bank", "District Bank"}
	trades := []string{"", "People's ", "Citizen ", "Farmers' ", "United "}
	var banks []components.Operator
	for i, place := range places {
		for j, kind := range kinds {
			for k, trade := range trades {
				name := place + " " + trade + kind
				banks = append(banks, components.Operator{Code: fmt.Sprintf("%c%c%c%d", place[0], kind[0], 'A'+k, 10*i+j), Name: name})
			}
		}
	}
	return banks
}

// allLanguages is the page of all languages.
func allLanguages(l *i18n.Locale) pages.LanguagesPage {
	p := pages.LanguagesPage{
		Frame: frame(l, "languages", l.CommonLanguage(), 0, amount(l, "1234.5", "THB")),
		Back:  language(l.Tag(), l.CommonBack()),
	}
	p.Frame.Languages = nil
	p.Likely, p.Others = layout.LikelyFirst(everyLanguage(), likely)
	return p
}

// everyLanguage lists all that the application has.
func everyLanguage() (all []layout.Language) {
	bundle, err := i18n.Load()
	if err != nil {
		panic(err) // no page could be shown
	}
	for _, l := range bundle.Locales() {
		all = append(all, layout.Language{Tag: l.Tag(), Name: l.Name(), English: l.EnglishName()})
	}
	return all
}

// operatorsMark stands for a picture that an operator supplies.
const operatorsMark = `<rect x="4" y="4" width="32" height="16" rx="3" fill="#0a5532"></rect><path d="M14 16v-8h4a2 2 0 0 1 0 4h-4m9 4v-8h5" fill="none" stroke="#fff" stroke-width="2"></path>`

func methodChoice(l *i18n.Locale, checked string) pages.OptionsPage {
	p := pages.OptionsPage{
		Frame:  frame(l, "options", l.OptionsHeading(), 1, amount(l, "1234.5", "THB")),
		Action: address + "/choose",
		Seen:   seen,
		Return: cancelTo(l),
	}
	for _, m := range []struct{ code, glyph string }{{"PROMPTPAY", "qr"}, {"ONLINE", "bank"}, {"OFFLINE", "transfer"}, {"CODE_PAYMENT", "store"}} {
		row := pages.OptionRow{Code: m.code, Name: l.Text("method." + m.code + ".name"), Hint: l.Text("method." + m.code + ".hint"), Mark: components.Mark{Glyph: m.glyph}, Checked: m.code == checked}
		if m.code == "ONLINE" {
			for _, bank := range thaiBanks[:4] {
				bank.Label = l.OptionsContinueTo(bank.Name)
				row.Operators = append(row.Operators, bank)
			}
		}
		p.Methods = append(p.Methods, row)
	}
	return p
}

// markChoice has a scheme's short name, and an operator's own picture.
func markChoice(l *i18n.Locale) pages.OptionsPage {
	p := methodChoice(l, "")
	p.Frame, p.Methods = frame(l, "options", l.OptionsHeading(), 1, amount(l, "1234.5", "INR")), nil
	for _, m := range []struct {
		code string
		mark components.Mark
	}{
		{"UPIQR", components.Mark{Chip: "UPI"}}, {"P2A_V2", components.Mark{Chip: "IMPS"}},
		{"NETBANKING", components.Mark{ViewBox: "0 0 40 24", Shapes: operatorsMark}},
	} {
		p.Methods = append(p.Methods, pages.OptionRow{Code: m.code, Name: l.Text("method." + m.code + ".name"), Hint: l.Text("method." + m.code + ".hint"), Mark: m.mark})
	}
	return p
}

// manyMethods are all that the catalogue has words for, as if one merchant had
// them, with its glyphs; a glyph stands before its methods.
func manyMethods(l *i18n.Locale) pages.OptionsPage {
	p := methodChoice(l, "")
	p.Methods = nil
	glyph := ""
	for word := range strings.FieldsSeq("qr: PROMPTPAY phone: EWALLET bank: ONLINE store: CODE_PAYMENT transfer: OFFLINE coins: CRYPTO_OFFLINE " +
		"qr: QRPH DUITNOW QRISPAY UPIQR PIXQR VIETQR ZAPPER_QR phone: UPI_ID MOBILE_MONEY BANKA_PAY BANKB_PAY PAYSHAP PAY_ME UPI_COLLECT " +
		"bank: FPX NETBANKING PSE NEDBANK_DIRECT_EFT VAPAY transfer: P2A_V2 OFFLINE.LAK OFFLINE.VND VAPAY.TWD") {
		if name, ok := strings.CutSuffix(word, ":"); ok {
			glyph = name
			continue
		}
		p.Methods = append(p.Methods, pages.OptionRow{
			Code: word, Name: l.Text("method." + word + ".name"), Hint: l.Text("method." + word + ".hint"),
			Mark: components.Mark{Glyph: glyph}, Checked: word == "ONLINE",
		})
	}
	p.More = fmt.Sprintf("%s (%d)", l.OptionsSearchClear(), len(p.Methods))
	return p
}

func bankChoice(l *i18n.Locale, banks []components.Operator) pages.OptionsPage {
	p := pages.OptionsPage{
		Frame:      frame(l, "options", l.OptionsHeadingBank(), 1, amount(l, "1234.5", "THB")),
		Action:     address + "/choose",
		Seen:       seen,
		MethodCode: "ONLINE",
		Chosen:     ptr(chosen(l, "bank", "ONLINE", "", true)),
		Operators:  banks,
		Search:     &pages.Search{Action: address, Step: "operators", Label: l.OptionsSearchBank()},
		Return:     cancelTo(l),
	}
	p.Method = "ONLINE"
	return p
}
