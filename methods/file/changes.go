package file

import (
	"payapp/methods"
)

// changes are what a catalogue file asks for, as written.
type changes struct {
	RedirectProperty string            `yaml:"redirectProperty"`
	ReferencePath    string            `yaml:"referencePath"`
	StatusWords      map[string]string `yaml:"statusWords"`
	Currencies       []currency
	Hide             []hidden
	Rename           []renamed
	Add              []added
	Marks            []marked
}

type currency struct {
	Code, Sign, Zone, Language string
	SignShared                 bool `yaml:"signShared"`
	MinorUnits                 *int `yaml:"minorUnits"` // nil = not given
}

type hidden struct{ Code, Currency string } // "" = in every currency

type renamed struct{ Code, To string }

type marked struct{ Code, Currency, SVG string } // likewise

// added is a row with its texts by language.
type added struct {
	methods.Method         `yaml:",inline"`
	Fields                 []field
	Names, Hints, Headings map[string]string
	Steps                  map[string][]string
}

type field struct {
	methods.Field `yaml:",inline"`
	Labels, Hints map[string]string
}

// row is the method as a row of the catalogue.
func (a added) row() methods.Method {
	m := a.Method
	m.Texts = texts(a.Names, a.Hints)
	for tag, heading := range a.Headings {
		text := m.Texts[tag]
		text.Heading = heading
		m.Texts[tag] = text
	}
	for tag, steps := range a.Steps {
		text := m.Texts[tag]
		text.Steps = steps
		m.Texts[tag] = text
	}
	for _, f := range a.Fields {
		f.Texts = texts(f.Labels, f.Hints)
		m.Fields = append(m.Fields, f.Field)
	}
	return m
}

func texts(names, hints map[string]string) map[string]methods.Text {
	all := map[string]methods.Text{}
	for tag, name := range names {
		all[tag] = methods.Text{Name: name}
	}
	for tag, hint := range hints {
		all[tag] = methods.Text{Name: names[tag], Hint: hint}
	}
	return all
}
