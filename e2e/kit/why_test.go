package kit

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// The names that a test may ask for are those that pages have.
func TestKnownNamesAreAllThereAre(t *testing.T) {
	text, err := os.ReadFile("../../internal/repository/testdata/stable/hooks.txt")
	if err != nil {
		t.Fatal(err)
	}
	actions, hooks := 0, 0
	for line := range strings.Lines(string(text)) {
		switch name, value, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "data-")), " "); {
		case name == "action":
			actions++
			if !slices.Contains(knownActions, value) {
				t.Errorf("the action %s isn't known", value)
			}
		case name == "page", slices.Contains(knownHooks, name):
			hooks++
		}
	}
	if actions < 10 || hooks < 10 {
		t.Errorf("%d actions and %d hooks were found", actions, hooks)
	}
}
