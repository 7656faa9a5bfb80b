package run

import (
	"io"
	"slices"
	"strings"
	"testing"

	"payapp/e2e/kit"
	"payapp/e2e/suite"
)

var walks = suite.All([]string{"en", "th", "ar"})

func TestChoose(t *testing.T) {
	all := len(walks)
	for _, c := range []struct {
		name string
		o    Options
		want func(suite.Walk) bool
	}{
		{"everything", Options{}, func(suite.Walk) bool { return true }},
		{"a tag", Options{Tags: []string{"smoke"}}, func(w suite.Walk) bool { return w.Has("smoke") }},
		{"two tags", Options{Tags: []string{"smoke", "waiting"}}, func(w suite.Walk) bool { return w.Has("smoke") || w.Has("waiting") }},
		{"a scenario", Options{Scenarios: []string{"4+2"}}, func(w suite.Walk) bool { return w.Scenario == "4+2" }},
		{"a method", Options{Methods: []string{"promptpay"}}, func(w suite.Walk) bool { return w.Method == "PROMPTPAY" }},
		{"a currency", Options{Currencies: []string{"INR"}}, func(w suite.Walk) bool { return w.Currency == "INR" }},
		{"a device", Options{Devices: []string{"desktop"}}, func(w suite.Walk) bool { return w.Device == "desktop" }},
		{"without JavaScript", Options{JavaScript: "off"}, func(w suite.Walk) bool { return !w.JavaScript }},
		{"with it", Options{JavaScript: "on"}, func(w suite.Walk) bool { return w.JavaScript }},
		{"a presentation", Options{Presentations: []string{"crypto"}}, func(w suite.Walk) bool { return w.Presentation == "crypto" }},
		{"by name", Options{Name: "^problem/"}, func(w suite.Walk) bool { return w.Has("problems") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.o.choose(walks, nil)
			want := slices.DeleteFunc(slices.Clone(walks), func(w suite.Walk) bool { return !c.want(w) })
			if err != nil || len(got) != len(want) || len(got) == 0 {
				t.Errorf("%d of %d, want %d (%v)", len(got), all, len(want), err)
			}
		})
	}
}

// Walks are done in each language that is asked for; those that are about a language
// only in theirs.
func TestChooseLanguages(t *testing.T) {
	got, err := Options{Languages: []string{"th", "ar"}, Methods: []string{"CODE_PAYMENT"}, Tags: []string{"money"}}.choose(walks, nil)
	if err != nil || len(got) != 8 || got[0].Language != "th" || got[1].Language != "ar" || got[1].Name != "pay/CODE_PAYMENT/phone/ar" {
		t.Errorf("%d %+v, %v", len(got), got, err)
	}
	got, _ = Options{Languages: []string{"ar"}, Tags: []string{"languages"}}.choose(walks, nil)
	if len(got) != 2 {
		t.Errorf("%d walks are about Arabic", len(got))
	}
}

func TestChooseWhatFailedLast(t *testing.T) {
	got, err := Options{LastFailed: true}.choose(walks, []string{walks[3].Name, "gone"})
	if err != nil || len(got) != 1 || got[0].Name != walks[3].Name {
		t.Errorf("%v, %v", got, err)
	}
}

// What is misspelt is refused before anything is asked, with what there is.
func TestCheckRefuses(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Name: "("}, "--name: error parsing"},
		{Options{Name: "PROMTPAY"}, `no walk's name has "PROMTPAY"; they begin with judged/, language/, outcome/, pay/`},
		{Options{Tags: []string{"smok"}}, `no "smok", but accessibility, languages, money, problems, smoke, waiting`},
		{Options{Devices: []string{"phone", "tablet"}}, `no "tablet", but desktop, phone`},
		{Options{Scenarios: []string{"6"}}, `no "6", but 1, 2, 3, 4, 4+2`},
		{Options{Methods: []string{"PROMPT"}}, `no "PROMPT", but BANKA_PAY`},
		{Options{Currencies: []string{"THR"}}, `no "THR", but `},
		{Options{Presentations: []string{"qrcode"}}, `no "qrcode", but app, code, crypto, qr, redirect, transfer`},
	} {
		code, err := Run(t.Context(), c.o, io.Discard) // no address: it would panic if it asked
		if code != ExitUsage || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %d, %v", c.o, code, err)
		}
	}
	for _, o := range []Options{{}, {Tags: []string{"Smoke"}}, {Name: "phone/sw$"}, {Name: "^pay/PROMPTPAY/phone/xx", Languages: []string{"xx"}}} {
		if err := o.check(); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// A deployment's languages are known from it.
func TestLanguagesOfTheDeployment(t *testing.T) {
	there := []string{"en", "pt-BR"}
	if got, err := (Options{Languages: []string{"PT-br"}}).languagesOf(there); err != nil || !slices.Equal(got, []string{"pt-BR"}) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := (Options{Languages: []string{"en", "xx"}}).languagesOf(there); err == nil || err.Error() != `--language: the deployment has no "xx", but en, pt-BR` {
		t.Errorf("%v", err)
	}
	d := usual().start(t)
	code, err := Run(t.Context(), Options{URL: d.app, Links: d.at, Workers: 1, Languages: []string{"xx"}, Preflight: true, Progress: io.Discard}, io.Discard)
	if code != ExitUsage || err == nil || !strings.Contains(err.Error(), `no "xx"`) {
		t.Errorf("%d, %v", code, err)
	}
}

// Names are unique, the smoke meets every way to be shown, and what a deployment
// can't show says why.
func TestWalks(t *testing.T) {
	names, shown := map[string]bool{}, map[string]bool{}
	for _, w := range walks {
		if names[w.Name] {
			t.Errorf("two walks are called %s", w.Name)
		}
		names[w.Name] = true
		if w.Has(suite.Smoke) {
			shown[w.Presentation] = true
		}
		if w.Lacks(&kit.World{Sandbox: "x", Strict: true}) != "" {
			t.Errorf("%s can't be walked", w.Name)
		}
	}
	if len(shown) != 6 {
		t.Errorf("the smoke shows %v", shown)
	}
	without := 0
	for _, w := range walks {
		if w.Lacks(&kit.World{}) == "" {
			without++
		}
	}
	if without < 5 || without > len(walks)/3 {
		t.Errorf("%d of %d walks need no sandbox", without, len(walks))
	}
}
