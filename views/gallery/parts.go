package gallery

import (
	"net/http"
	"strings"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/internal/qr"
	"payapp/static"
	"payapp/views/components"
	"payapp/views/layout"
)

// part is one component in one state.
type part struct {
	title string
	class string // g-hover, g-focus: a state that otherwise needs a pointer or a key
	what  templ.Component
}

type group struct {
	name  string
	parts []part
}

// inStates also gives elements with these classes the states that otherwise
// need a pointer or a key.
func inStates(css string) string {
	return strings.NewReplacer(":hover", ":is(:hover,.g-hover *)", ":focus-visible", ":is(:focus-visible,.g-focus :is(a,button,input,summary))").Replace(css)
}

func directionOf(k Look) string {
	if k.Dir != "" {
		return k.Dir
	}
	return k.Locale.Dir()
}

func showComponents(w http.ResponseWriter, r *http.Request, look Look, languages []choice) {
	style := inStates(look.style(allStyle()))
	w.Header().Set("Content-Security-Policy", policyOf("'self' "+hashOf(style)))
	templ.Handler(partsPage(look, languages, style, parts(look.Locale))).ServeHTTP(w, r)
}

// allStyle is the style of all kinds of pages.
func allStyle() string {
	return static.CSS(static.Choose) + static.CSS(static.Ask) + static.CSS(static.Pay) + static.CSS(static.Tell)
}

func icon(name string) templ.Component { return components.Icon(name, "") }

// parts lists all components of pages. Add a new one with its states here.
func parts(l *i18n.Locale) []group {
	return []group{buttonParts(l), fieldParts(l), messageParts(l), rowParts(l), codeParts(l), stepParts(l), {
		"Pictures", []part{{"all glyphs", "", glyphRow(components.Glyphs())}},
	}}
}

func buttonParts(l *i18n.Locale) group {
	pay := button("pay", "pay", l.DetailsSubmitQR())
	other := button("refresh", "refresh", l.CommonRefresh())
	return group{"Buttons and links", []part{
		{"go: the one way on", "", components.Post(pay, "go")},
		{"go, pointed at", "g-hover", components.Post(pay, "go")},
		{"go, focused", "g-focus", components.Post(pay, "go")},
		{"go, pressed: busy", "", busy(pay.Label)},
		{"alt: another way on", "", components.Post(other, "alt")},
		{"alt, pointed at", "g-hover", components.Post(other, "alt")},
		{"text: looks like a link", "", components.Post(other, "text")},
		{"text, focused", "g-focus", components.Post(other, "text")},
		{"a link onward", "", components.GoLink(components.Link{URL: "https://bank.example/pay", Hook: "proceed", Label: l.LeavingProceed("Kasikornbank")})},
		{"the way back", "", components.Away(returnTo(l), "text")},
		{"the way back where it is the way on", "", components.Away(returnTo(l), "go")},
	}}
}

func fieldParts(l *i18n.Locale) group {
	empty := field(l, "accountNumber", "accountNumber.promptpay", "text", true)
	named := func(name string, change func(*components.Field)) templ.Component {
		f := empty
		f.Name = name
		change(&f)
		return components.Input(f)
	}
	choices := []components.Choice{
		{Value: "personal", Label: l.Text("choice.accountType.personal"), Checked: true},
		{Value: "corporate", Label: l.Text("choice.accountType.corporate")},
	}
	return group{"Fields", []part{
		{"empty", "", named("part-empty", func(*components.Field) {})},
		{"filled", "", named("part-filled", func(f *components.Field) { f.Value = "0801234567" })},
		{"focused", "g-focus", named("part-focused", func(*components.Field) {})},
		{"at fault", "", named("part-fault", func(f *components.Field) {
			f.Value, f.Error = "123456789", l.Format("error.promptpay", map[string]any{"Have": 9})
		})},
		{"doubtful", "", named("part-doubt", func(f *components.Field) {
			f.Value, f.Warning = "123", l.Format("error.account-za", map[string]any{"Min": 7, "Max": 13, "Have": 3})
		})},
		{"optional", "", named("part-optional", func(f *components.Field) { f.Optional = true })},
		{"one of some", "", named("part-radio", func(f *components.Field) { f.Label, f.Hint, f.Choices = l.Text("field.accountType.label"), "", choices })},
		{"one of some, at fault", "", named("part-radio-fault", func(f *components.Field) {
			f.Label, f.Hint, f.Choices, f.Error = l.Text("field.accountType.label"), "", choices, l.Text("error.email")
		})},
		{"the list of faults", "", components.Faults(&components.Summary{
			Title: l.DetailsErrorTitle(), Items: []components.SummaryItem{{Field: "part-fault", Message: empty.Label}, {Field: "part-doubt", Message: empty.Label}},
		}, false)},
		{"the list of doubts", "", components.Faults(&components.Summary{
			Title: l.DetailsWarningTitle(), Items: []components.SummaryItem{{Field: "part-fault", Message: empty.Label}, {Field: "part-doubt", Message: empty.Label}},
		}, true)},
	}}
}

func messageParts(l *i18n.Locale) group {
	return group{"Messages", []part{
		{"a sentence", "", words(l.StatusPendingNext())},
		{"note: what happened", "", components.Note(components.Notice{Text: l.DetailsNotCreated(), Warns: true})},
		{"note: another amount", "", notes(l)},
		{"warning", "", warning(l.InstructionsWarningNetworkUnknown("USDT"))},
		{"danger", "", danger(l.InstructionsWarningNetworkUnknown("USDT"))},
	}}
}

func rowParts(l *i18n.Locale) group {
	rows := func(r ...components.Row) templ.Component { return components.Rows(l, r) }
	return group{"Rows", []part{
		{"plain", "", rows(components.Row{Hook: "payeeName", Label: l.InstructionsRowPayeeName(), Text: "LOTUS BOOKS"})},
		{"to copy", "", rows(components.Row{Hook: "reference", Label: l.StatusReceiptReference(), Text: "PG-7F3K-221", Copy: "PG-7F3K-221"})},
		{"a number to copy", "", rows(components.Row{Hook: "accountNumber", Label: l.Text("field.accountNumber.promptpay.label"),
			Text: "0987\u00a06543\u00a021", Copy: "0987654321", Mono: true})},
		{"the one that matters", "", rows(components.Row{Hook: "amount", Label: l.CommonAmount(), Text: "฿1,234.50", Copy: "1234.50", Big: true})},
		{"a long code", "", rows(components.Row{Hook: "address", Label: l.StatusReceiptReference(), Text: tronAddress, Copy: tronAddress, Mono: true})},
		{"the method in use", "", components.ChosenMethod(chosen(l, "qr", "PROMPTPAY", "", true), "")},
		{"the method in use, fixed", "", components.ChosenMethod(chosen(l, "bank", "FPX", "Bank Rakyat", false), "")},
	}}
}

func codeParts(l *i18n.Locale) group {
	a := amount(l, "1234.5", "THB")
	card := qrCard(l, a)
	text := card
	text.Path, text.Size, text.ShowText, text.SaveURL = "", 0, true, ""
	bars, err := qr.Barcode(storeCode)
	if err != nil {
		panic(err) // no code could be shown
	}
	return group{"Codes", []part{
		{"QR", "", components.QR(card)},
		{"what can be done with it", "", components.QRActions(l, card, "first")},
		{"the same for a code to paste", "", components.QRActions(l, text, "first")},
		{"a code for the counter", "", components.Code(l, components.Row{Hook: "code", Label: l.StatusReceiptReference(), Text: "LLL 2611 2112 345", Copy: storeCode}, &components.Barcode{Width: bars.Width, Height: bars.Height, Path: bars.Path, Text: storeCode}, true)},
	}}
}

func stepParts(l *i18n.Locale) group {
	due := func(left int64) templ.Component { return layout.Due(deadline(l, left)) }
	return group{"Steps and time", []part{
		{"steps", "", components.Steps(steps(l, "qr"))},
		{"sections", "", components.Sections([]components.Section{{Title: "ATM", Steps: steps(l, "qr")}, {Title: "App", Steps: steps(l, "upi")}})},
		{"deadline", "", due(25 * minute)},
		{"deadline, the last minutes", "", due(5 * minute)},
	}}
}
