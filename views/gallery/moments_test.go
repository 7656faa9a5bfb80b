package gallery

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"payapp/i18n"
	"payapp/scenarios"
)

// Whatever can be set of the operator stands in the gallery.
func TestTheGalleryShowsTheOperator(t *testing.T) {
	for field, value := range reflect.ValueOf(settings.Operator).Fields() {
		if value.IsZero() {
			t.Errorf("moments.go: settings has no %s", field.Name)
		}
	}
}

// One button at most is primary, and one is where the page doesn't watch by itself; on
// a phone, which can't scan its own screen, it saves the code. It never leads to paying
// once the customer has paid.
func TestOneFilledButton(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	l := bundle.Match("en", "", "")
	page := func(m moment) string {
		t.Helper()
		var b strings.Builder
		if err := show("", "", m).Page(l).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, e := range Moments() {
		if e.moment == nil {
			continue
		}
		m, now := *e.moment, page(*e.moment)
		filled := strings.Count(now, `class="go"`)
		if filled > 1 {
			t.Errorf("%s: %d buttons are filled", e.Name, filled)
		}
		if first := strings.Count(now, `class="acts first"`); first+filled > 1 {
			t.Errorf("%s: on phones %d buttons are filled beside %d that always are", e.Name, first, filled)
		}
		if filled == 0 && !mayHaveNone.MatchString(now) {
			t.Errorf("%s: no button is filled", e.Name)
		}
		m.facts = append(m.facts[:len(m.facts):len(m.facts)], func(f *scenarios.Facts) { f.Progress.Returned = true })
		if after := page(m); strings.Contains(after, `data-page="status"`) && strings.Contains(after, `class="go" href="https://bank`) {
			t.Errorf("%s: after paying the filled button leads to the bank", e.Name)
		}
	}
}

// mayHaveNone are the pages that watch, those on which nothing is left to press, lists
// whose rows are the buttons, and a doubt, which nobody should wave through in a hurry.
var mayHaveNone = regexp.MustCompile(`data-(news="|problem="|page="status"|page="waiting"|page="instructions"|page="options"|page="languages")|class="doubt"`)
