package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"payapp/methods"
)

// maxFile limits a catalogue file, in bytes.
const maxFile = 1 << 20

// Fault is one fault in a catalogue file.
type Fault struct {
	Line   int // from one; 0 is the whole file
	Reason string
}

func (f Fault) String() string {
	if f.Line == 0 {
		return f.Reason
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Reason)
}

// Faults are all faults in a catalogue file, by line.
type Faults []Fault

// Error lists every fault on a line of its own.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// LoadFile makes a catalogue of the built-in rows and a catalogue file
// (explained in docs/catalogue-example.yaml). If the file has faults, the error
// is a Faults.
func LoadFile(path string) (*methods.Catalogue, error) {
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
func Load(file io.Reader) (*methods.Catalogue, error) {
	content, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxFile {
		return nil, Faults{{0, fmt.Sprintf("more than %d bytes", maxFile)}}
	}
	var (
		r reader
		c changes
	)
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	err = decoder.Decode(&c)
	switch wrong, typed := errors.AsType[*yaml.TypeError](err); {
	case errors.Is(err, io.EOF):
		return methods.Default(), nil // only comments
	case typed:
		r.mistyped(wrong)
	case err != nil:
		return nil, Faults{{0, err.Error()}}
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, Faults{{0, "more than one document"}}
	}
	if err := yaml.Unmarshal(content, &r.file); err != nil {
		return nil, Faults{{0, err.Error()}}
	}
	catalogue := c.apply(&r)
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b Fault) int { return a.Line - b.Line })
		return nil, r.faults
	}
	return catalogue, nil
}

// reader notes every fault of a file, instead of stopping at the first.
type reader struct {
	file     yaml.Node
	faults   Faults
	warnings []string
}

func (r *reader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, Fault{line, fmt.Sprintf(format, args...)})
}

// warn notes what does nothing, and harms nothing.
func (r *reader) warn(line int, format string, args ...any) {
	r.warnings = append(r.warnings, Fault{line, strings.TrimSpace(fmt.Sprintf(format, args...))}.String())
}

// mistyped notes unknown names, and what isn't of the kind that is needed.
func (r *reader) mistyped(wrong *yaml.TypeError) {
	for _, reason := range wrong.Errors {
		reason, _, _ = strings.Cut(reason, " in type ") // which is a name of ours
		line := 0
		if _, err := fmt.Sscanf(reason, "line %d:", &line); err == nil {
			_, reason, _ = strings.Cut(reason, ": ")
		}
		r.fault(line, "%s", reason)
	}
}

// line is where the file has what the path of names and numbers leads to.
func (r *reader) line(path ...any) int {
	at := r.file.Content[0]
	for _, step := range path {
		below, next := at.Content, -1
		switch step := step.(type) {
		case string:
			next = slices.IndexFunc(below, func(n *yaml.Node) bool { return n.Value == step }) + 1
		case int: // of those that could be read
			below = slices.DeleteFunc(slices.Clone(below), func(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode })
			next = step
		}
		if next >= len(below) {
			break // an alias
		}
		at = below[next]
	}
	return at.Line
}
