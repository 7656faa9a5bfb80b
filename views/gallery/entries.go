package gallery

import (
	"slices"

	"github.com/a-h/templ"

	"payapp/i18n"
)

// Entry is one page in one state.
type Entry struct {
	Name   string // stable: in the golden file of its kind, and in the address
	Title  string // what to look at
	Page   func(*i18n.Locale) templ.Component
	moment *moment // nil for a problem without a payment
}

// Moments lists all entries: those that look different, and those that only say
// something else. What is said is compared for all of them.
func Moments() []Entry { return append(Entries(), variantEntries()...) }

// Entries lists the entries that look different, in the order of a payment. Browsers
// look at these.
func Entries() []Entry {
	return slices.Concat(optionEntries(), detailEntries(), waitingEntries(), instructionEntries(), referenceEntries(), statusEntries(), problemEntries())
}

// Find returns the entry with the name.
func Find(name string) (Entry, bool) {
	for _, e := range Moments() {
		if e.Name == name {
			return e, true
		}
	}
	return Entry{}, false
}
