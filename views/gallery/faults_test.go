package gallery_test

import (
	"fmt"
	"strings"
	"testing"
)

// teller is what a page's checks tell their faults to.
type teller interface {
	Helper()
	Error(...any)
	Errorf(string, ...any)
}

// faults gathers what is wrong with many pages: one fault is one line, however many have it.
type faults struct {
	*testing.T
	page  string // that is checked now
	where map[string][]string
}

func (f *faults) Error(said ...any) {
	fault := strings.TrimSpace(fmt.Sprintln(said...))
	f.where[fault] = append(f.where[fault], f.page)
}

func (f *faults) Errorf(format string, values ...any) { f.Error(fmt.Sprintf(format, values...)) }

// tell fails for each fault, with three of the pages that have it.
func (f *faults) tell() {
	f.Helper()
	for fault, pages := range f.where {
		f.T.Errorf("%s\n\ton %d pages: %s", fault, len(pages), strings.Join(pages[:min(3, len(pages))], ", "))
	}
}

func TestOneFaultIsOneLine(t *testing.T) {
	f := faults{where: map[string][]string{}}
	for _, f.page = range []string{"a", "b", "c", "d"} {
		f.Errorf("no %s", "heading")
	}
	if got := fmt.Sprint(f.where); got != "map[no heading:[a b c d]]" {
		t.Errorf("got %s", got)
	}
}
