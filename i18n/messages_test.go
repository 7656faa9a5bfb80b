package i18n

import (
	"slices"
	"strings"
	"testing"

	"payapp/internal/testing/errorkeys"
	"payapp/methods"
)

// counts are numbers whose plural forms differ in some language.
var counts = []int{0, 1, 2, 5, 11, 100, 1_000_000}

func TestTheCatalogueHasItsMessages(t *testing.T) {
	english := setup(t).Locales()[0]
	for _, key := range catalogueKeys() {
		if !english.Has(key) {
			t.Errorf("en.json lacks %q", key)
		}
	}
}

// catalogueKeys lists every message key that the built-in catalogue may use;
// keys that don't apply to a method are empty.
func catalogueKeys() []string {
	var keys []string
	for _, m := range methods.Default().All() {
		keys = append(keys, m.NameKey(), m.HintKey(), m.CaptionKey())
		for _, f := range m.Fields {
			keys = append(keys, f.LabelKey(), f.GroupKey())
			for _, choice := range f.Input().Choices {
				keys = append(keys, f.ChoiceKey(choice))
			}
			if len(f.ByOperator) > 0 {
				keys = append(keys, f.OperatorsKey("other"))
				for _, choice := range f.Input().Choices {
					keys = append(keys, f.OperatorsKey(choice))
				}
			}
		}
	}
	for _, e := range errorkeys.All() {
		keys = append(keys, e.Key)
	}
	return slices.DeleteFunc(keys, func(key string) bool { return key == "" })
}

// A hint belongs to a label or a legend; one without a field would never be
// shown.
func TestHintsHaveTheirField(t *testing.T) {
	keys, hints := catalogueKeys(), 0
	for key := range setup(t).Locales()[0].texts() {
		of, ok := strings.CutSuffix(key, ".hint")
		if !ok || !strings.HasPrefix(key, "field.") && !strings.HasPrefix(key, "group.") {
			continue
		}
		hints++
		if !slices.Contains(keys, of+".label") && !slices.Contains(keys, of) {
			t.Errorf("%s: no row has the field", key)
		}
	}
	if hints < 15 {
		t.Errorf("only %d hints were found", hints)
	}
}

func TestKeysOfTheCatalogue(t *testing.T) {
	keys := catalogueKeys()
	for _, want := range []string{
		"method.ONLINE.name", "method.OFFLINE.VND.hint", "method.OFFLINE.hint", "method.VAPAY.TWD.name",
		"field.accountNumber.promptpay.label", "field.phoneNumber.label",
		"field.customerName.lastName.label", "group.customerName", "group.paymentLocation",
		"choice.accountType.personal", "choice.accountType.corporate", "caption.duitnow", "error.digits",
	} {
		if !slices.Contains(keys, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, none := range []string{"", "method.ONLINE.THB.name", "caption."} {
		if slices.Contains(keys, none) {
			t.Errorf("%q is listed", none)
		}
	}
}

func TestErrorsUseOnlyTheVariablesOfTheirRule(t *testing.T) {
	english := setup(t).Locales()[0]
	for _, e := range errorkeys.All() {
		given := " " + strings.Join(e.Vars, " ") + " "
		for _, name := range english.text(e.Key).vars {
			if !strings.Contains(given, " "+name+" ") {
				t.Errorf("%s uses {{.%s}}, the rule gives only [%s]", e.Key, name, strings.TrimSpace(given))
			}
		}
	}
}

// Every message in every language, with every kind of number: no placeholder shows.
func TestNoMessageShowsAPlaceholder(t *testing.T) {
	for _, l := range setup(t).Locales() {
		for key, text := range l.texts() {
			for _, n := range counts {
				vars := map[string]any{countVar: n}
				for _, name := range text.vars {
					vars[name] = "<" + name + ">"
				}
				got := l.Format(key, vars)
				if got == "" || strings.Contains(got, "{{") || strings.Contains(got, "<no value>") {
					t.Errorf("%s %s with %d: %q", l.Tag(), key, n, got)
				}
			}
		}
	}
}

func TestPlurals(t *testing.T) {
	b := setup(t)
	en, th, hi := b.Match("en", "", ""), b.Match("th", "", ""), b.Match("hi", "", "")
	for _, tt := range []struct{ got, want string }{
		{en.OptionsFound(0, "400"), "0 of 400 match"},
		{en.OptionsFound(1, "400"), "1 of 400 matches"},
		{en.OptionsFound(12, "400"), "12 of 400 match"},
		{hi.OptionsFound(1, "400"), "400 में से 1 मिला"},
		{hi.OptionsFound(12, "400"), "400 में से 12 मिले"},
		{th.OptionsFound(1, "400"), "พบ 1 จาก 400 รายการ"},
	} {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestByKey(t *testing.T) {
	en := setup(t).Match("en", "", "")
	for _, tt := range []struct{ name, got, want string }{
		{"text", en.Text("method.PIXQR.name"), "Pix"},
		{"numbers", en.Format("error.digits", map[string]any{"Want": 13, "Have": 12}), "Enter 13 digits. You entered 12."},
		{"country", en.Format("error.mobile-country", map[string]any{"Country": "GH", "Code": 233}), "Check the mobile number (Ghana, +233)."},
		{"a country without a method", en.Format("error.phone-country", map[string]any{"Country": "EG", "Code": 20}), "Check the phone number (Egypt, +20). For another country, start with + and its code."},
		{"unknown key", en.Text("method.NONE.name"), ""},
		{"unknown key with variables", en.Format("nothing", map[string]any{"A": 1}), ""},
		{"variables left out", en.Text("error.digits"), "Enter  digits. You entered ."},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
	if en.Has("method.NONE.name") || !en.Has("method.PIXQR.name") {
		t.Error("Has is wrong")
	}
}

func TestPlainMessagesCostNothing(t *testing.T) {
	l := setup(t).Match("th", "", "")
	if got := testing.AllocsPerRun(100, func() { _ = l.OptionsHeading(); _ = l.Text("method.PIXQR.name") }); got != 0 {
		t.Errorf("%v allocations for plain messages, want 0", got)
	}
	if got := testing.AllocsPerRun(100, func() { _ = l.CommonTimeZone("18:45 today", "ICT") }); got > 1 {
		t.Errorf("%v allocations for a message with variables, want 1", got)
	}
}
