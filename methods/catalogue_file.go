package methods

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFile limits a catalogue file, in bytes.
const maxFile = 1 << 20

// Changes are what a catalogue file asks for, as written.
type Changes struct {
	RedirectProperty string            `yaml:"redirectProperty,omitempty"`
	QRProperty       string            `yaml:"qrProperty,omitempty"`
	ReferencePath    string            `yaml:"referencePath,omitempty"`
	StatusWords      map[string]string `yaml:"statusWords,omitempty"`
	Hide             []Hidden          `yaml:"hide,omitempty"`
	Rename           []Renamed         `yaml:"rename,omitempty"`
}

// Hidden is a method that isn't offered, in a currency or in all.
type Hidden struct {
	Code     string
	Currency string `yaml:"currency,omitempty"`
}

// Renamed is a method that the gateway calls something else.
type Renamed struct{ Code, To string }

// places are the same with the file's lines.
type places struct {
	RedirectProperty yaml.Node            `yaml:"redirectProperty"`
	QRProperty       yaml.Node            `yaml:"qrProperty"`
	ReferencePath    yaml.Node            `yaml:"referencePath"`
	StatusWords      map[string]yaml.Node `yaml:"statusWords"`
	Hide, Rename     []yaml.Node
}

// LoadFile makes a catalogue of the built-in rows and a catalogue file
// (explained in docs/catalogue-example.yaml). The error lists every fault in the
// file, with its line.
func LoadFile(path string) (*Catalogue, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("catalogue: %w", err)
	}
	defer f.Close()
	c, err := Load(f)
	if err != nil {
		return nil, fmt.Errorf("catalogue: %s:\n%w", path, err)
	}
	return c, nil
}

// Load is LoadFile from a reader, in YAML or JSON.
func Load(file io.Reader) (*Catalogue, error) {
	content, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxFile {
		return nil, fmt.Errorf("more than %d bytes", maxFile)
	}
	var r fileReader
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	err = decoder.Decode(new(Changes))
	switch wrong, typed := errors.AsType[*yaml.TypeError](err); {
	case errors.Is(err, io.EOF):
		return Default(), nil // only comments
	case typed:
		r.mistyped(wrong)
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	var at places
	_ = yaml.Unmarshal(content, &at) // what is of the wrong type has been noted
	return r.catalogue(at)
}

// fileReader notes every fault of a file, instead of stopping at the first.
type fileReader struct {
	faults   []fileFault
	warnings []string
}

type fileFault struct {
	line   int
	reason string
}

func (r *fileReader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, fileFault{line, fmt.Sprintf(format, args...)})
}

// warn notes what does nothing, and harms nothing.
func (r *fileReader) warn(line int, format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf("line %d: ", line)+strings.TrimSpace(fmt.Sprintf(format, args...)))
}

// mistyped notes unknown names, and what isn't of the kind that is needed.
func (r *fileReader) mistyped(wrong *yaml.TypeError) {
	for _, reason := range wrong.Errors {
		reason, _, _ = strings.Cut(reason, " in type ") // a name of ours follows
		reason, _, _ = strings.Cut(reason, " into methods.")
		line := 0
		if _, err := fmt.Sscanf(reason, "line %d:", &line); err == nil {
			_, reason, _ = strings.Cut(reason, ": ")
		}
		r.fault(line, "%s", reason)
	}
}

// err lists the faults by line; nil if there are none.
func (r *fileReader) err() error {
	slices.SortStableFunc(r.faults, func(a, b fileFault) int { return a.line - b.line })
	var all []error
	for _, f := range r.faults {
		all = append(all, fmt.Errorf("line %d: %s", f.line, f.reason))
	}
	return errors.Join(all...)
}

var (
	codeForm      = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)
	propertyForm  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$`)
	referenceForm = regexp.MustCompile(`^[A-Za-z0-9!_-]+(/[A-Za-z0-9!_-]+)*$`)
)

// catalogue applies the file's changes to the built-in rows: hide, then rename. A
// file with faults makes none. A file spans releases, so hiding a row that is no
// longer there does nothing.
func (r *fileReader) catalogue(at places) (*Catalogue, error) {
	extra := Extra{
		RedirectProperty: r.text(at.RedirectProperty, propertyForm, "redirectProperty: %q is no property"),
		QRProperty:       r.text(at.QRProperty, propertyForm, "qrProperty: %q is no property"),
		ReferencePath:    r.text(at.ReferencePath, referenceForm, "referencePath: %q is no path below a payment"),
		StatusWords:      r.words(at.StatusWords),
	}
	rows := Default().All()
	for _, node := range at.Hide {
		var h Hidden
		if node.Decode(&h) == nil {
			rows = r.hide(h, node.Line, rows)
		}
	}
	for _, node := range at.Rename {
		var n Renamed
		if node.Decode(&n) == nil {
			r.rename(n, node.Line, rows)
		}
	}
	if err := r.err(); err != nil {
		return nil, err
	}
	extra.Warnings = r.warnings
	return New(rows, extra)
}

// text is a value of this form; "" if the file doesn't have it.
func (r *fileReader) text(node yaml.Node, form *regexp.Regexp, fault string) string {
	var value string
	if node.IsZero() || node.Decode(&value) != nil {
		return ""
	}
	if value != "" && !form.MatchString(value) {
		r.fault(node.Line, fault, value)
	}
	return value
}

func (r *fileReader) hide(h Hidden, line int, rows []Method) []Method {
	left := slices.DeleteFunc(slices.Clone(rows), func(m Method) bool {
		return m.Code == h.Code && (h.Currency == "" || m.Currency == h.Currency)
	})
	if len(left) == len(rows) {
		r.warn(line, "hide: there is no method %s %s", h.Code, h.Currency)
	}
	return left
}

func (r *fileReader) rename(n Renamed, line int, rows []Method) {
	if !codeForm.MatchString(n.To) {
		r.fault(line, "rename: %q is no method code", n.To)
	}
	found := false
	for i := range rows {
		m := &rows[i]
		if m.Code != n.Code || m.Messages != m.Code { // of another code, or already renamed
			continue
		}
		found = true
		if slices.ContainsFunc(rows, func(other Method) bool { return other.Code == n.To && other.Currency == m.Currency }) {
			r.fault(line, "rename: %s in %s is there already", n.To, m.Currency)
			continue
		}
		m.Code = n.To
	}
	if !found {
		r.fault(line, "rename: there is no method %s", n.Code)
	}
}

// statusesOfFile are the words that a gateway's own words can be mapped to.
// Of the last three pages say: it is worked on; it has ended otherwise; nothing.
var statusesOfFile = []string{"SUCCESS", "PENDING", "FAILED", "REFUSED", "CANCELED", "EXPIRED", "WORKING", "CLOSED", "UNSURE"}

// words is the mapping of a gateway's own words, in capitals.
func (r *fileReader) words(nodes map[string]yaml.Node) map[string]string {
	words := make(map[string]string, len(nodes))
	for _, own := range slices.Sorted(maps.Keys(nodes)) {
		node, stands := nodes[own], ""
		if node.Decode(&stands) != nil {
			continue
		}
		word := strings.ToUpper(own)
		switch {
		case !codeForm.MatchString(word):
			r.fault(node.Line, "statusWords: %q is no status", own)
		case words[word] != "" || word == "SUCCESS":
			r.fault(node.Line, "statusWords: %s is there already", word)
		case !slices.Contains(statusesOfFile, stands):
			r.fault(node.Line, "statusWords: %q is not one of %s", stands, strings.Join(statusesOfFile, ", "))
		}
		words[word] = stands
	}
	return words
}
