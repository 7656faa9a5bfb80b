package gallery

import (
	"slices"

	"github.com/a-h/templ"

	"payapp/i18n"
)

// Entry is one page in one state.
type Entry struct {
	Name  string // stable: the name of the golden file and in the address
	Title string // what to look at
	Page  func(*i18n.Locale) templ.Component
}

// Entries lists all entries, in the order of a payment.
func Entries() []Entry {
	return slices.Concat(optionEntries(), detailEntries(), waitingEntries(), instructionEntries(), referenceEntries(), statusEntries(), problemEntries())
}

// Find returns the entry with the name.
func Find(name string) (Entry, bool) {
	for _, e := range Entries() {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}
