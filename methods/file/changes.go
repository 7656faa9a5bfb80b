package file

import (
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"payapp/methods"
	"payapp/methods/mark"
	"payapp/money"
)

// changes are what a catalogue file asks for, as written, with line numbers for
// faults found later.
type changes struct {
	redirect, reference         string
	redirectLine, referenceLine int
	statusWords                 map[string]string
	currencies                  []addedCurrency
	rename                      []renamed
	hide                        []hidden
	add                         []addedMethod
	marks                       []marked
}

type marked struct {
	line           int
	code, currency string // "" = in every currency
	mark           mark.Mark
}

type addedCurrency struct {
	line  int
	about money.Currency
	units bool // the file gives the number of decimals
}

type renamed struct {
	line     int
	code, to string
}

type hidden struct {
	line           int
	code, currency string
}

type addedMethod struct {
	line   int
	method methods.Method
	fields []int // the line of each field
}

func (r *reader) changes(n *yaml.Node) changes {
	var c changes
	r.fields(n, map[string]func(*yaml.Node){
		"redirectProperty": func(n *yaml.Node) { c.redirectLine = n.Line; r.text(&c.redirect)(n) },
		"referencePath":    func(n *yaml.Node) { c.referenceLine = n.Line; r.text(&c.reference)(n) },
		"statusWords":      func(n *yaml.Node) { c.statusWords = r.statusWords(n) },
		"currencies":       each(r, &c.currencies, r.currency),
		"rename":           each(r, &c.rename, r.renamed),
		"hide":             each(r, &c.hide, r.hidden),
		"marks":            each(r, &c.marks, r.marked),
		"add":              each(r, &c.add, r.method),
	})
	return c
}

// statusesOfFile are the words that a gateway's own words can be mapped to.
var statusesOfFile = []string{"SUCCESS", "PENDING", "FAILED", "REFUSED", "CANCELED", "EXPIRED"}

// statusWords reads the mapping of a gateway's own words.
func (r *reader) statusWords(n *yaml.Node) map[string]string {
	if n.Kind != yaml.MappingNode {
		r.fault(n.Line, "names with values are needed here")
		return nil
	}
	words := map[string]string{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		word, stands := strings.ToUpper(n.Content[i].Value), n.Content[i+1].Value
		switch {
		case !codeForm.MatchString(word):
			r.fault(n.Content[i].Line, "statusWords: %q is no status", n.Content[i].Value)
		case words[word] != "" || word == "SUCCESS":
			r.fault(n.Content[i].Line, "statusWords: %s is there already", word)
		case !slices.Contains(statusesOfFile, stands):
			r.fault(n.Content[i+1].Line, "statusWords: %q is not one of %s", stands, strings.Join(statusesOfFile, ", "))
		}
		words[word] = stands
	}
	return words
}

func (r *reader) currency(n *yaml.Node) addedCurrency {
	c := addedCurrency{line: n.Line}
	r.fields(n, map[string]func(*yaml.Node){
		"code":       r.text(&c.about.Code),
		"sign":       r.text(&c.about.Sign),
		"signShared": r.flag(&c.about.SignShared),
		"zone":       r.text(&c.about.Zone),
		"minorUnits": func(n *yaml.Node) {
			units, err := strconv.Atoi(n.Value)
			if err != nil {
				r.fault(n.Line, "a number is needed here")
				return
			}
			c.about.MinorUnits, c.units = units, true
		},
	})
	return c
}

func (r *reader) renamed(n *yaml.Node) renamed {
	c := renamed{line: n.Line}
	r.fields(n, map[string]func(*yaml.Node){"code": r.text(&c.code), "to": r.text(&c.to)})
	return c
}

func (r *reader) hidden(n *yaml.Node) hidden {
	c := hidden{line: n.Line}
	r.fields(n, map[string]func(*yaml.Node){"code": r.text(&c.code), "currency": r.text(&c.currency)})
	return c
}

func (r *reader) marked(n *yaml.Node) marked {
	c := marked{line: n.Line}
	r.fields(n, map[string]func(*yaml.Node){
		"code": r.text(&c.code), "currency": r.text(&c.currency),
		"svg": func(n *yaml.Node) {
			var err error
			if c.mark, err = mark.Parse(n.Value); err != nil {
				r.fault(n.Line, "marks: svg: %v", err)
			}
		},
	})
	return c
}

func (r *reader) method(n *yaml.Node) addedMethod {
	a := addedMethod{line: n.Line}
	m := &a.method
	r.fields(n, map[string]func(*yaml.Node){
		"code":          r.text(&m.Code),
		"currency":      r.text(&m.Currency),
		"country":       r.text(&m.Country),
		"presentation":  r.text((*string)(&m.Presentation)),
		"operator":      r.text((*string)(&m.Operator)),
		"reference":     r.text((*string)(&m.Reference)),
		"glyph":         r.text((*string)(&m.Glyph)),
		"caption":       r.text(&m.Caption),
		"chip":          r.text(&m.Chip),
		"app":           r.text((*string)(&m.App)),
		"appName":       r.text(&m.AppName),
		"redirectFirst": r.flag(&m.RedirectFirst),
		"showsQR":       r.flag(&m.ShowsQR),
		"showsRows":     r.flag(&m.ShowsRows),
		"copiesPayload": r.flag(&m.CopiesPayload),
		"opensApp":      r.flag(&m.OpensApp),
		"appSchemes":    r.list(&m.AppSchemes),
		"names":         r.texts(&m.Texts, nameOf),
		"hints":         r.texts(&m.Texts, hintOf),
		"headings":      r.texts(&m.Texts, func(t *methods.Text) *string { return &t.Heading }),
		"steps":         r.languages(&m.Texts, func(t *methods.Text, n *yaml.Node) { r.list(&t.Steps)(n) }),
		"fields": func(n *yaml.Node) {
			r.items(n, func(n *yaml.Node) {
				m.Fields = append(m.Fields, r.field(n))
				a.fields = append(a.fields, n.Line)
			})
		},
	})
	return a
}

func (r *reader) field(n *yaml.Node) methods.Field {
	var f methods.Field
	r.fields(n, map[string]func(*yaml.Node){
		"name":            r.text(&f.Name),
		"rule":            r.text((*string)(&f.Rule)),
		"label":           r.text(&f.Label),
		"required":        r.flag(&f.Required),
		"requiredInGroup": r.flag(&f.RequiredInGroup),
		"labels":          r.texts(&f.Texts, nameOf),
		"hints":           r.texts(&f.Texts, hintOf),
	})
	return f
}

func nameOf(t *methods.Text) *string { return &t.Name }
func hintOf(t *methods.Text) *string { return &t.Hint }
