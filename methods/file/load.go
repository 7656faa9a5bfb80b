package file

import (
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

// Faults are all faults in a catalogue file, by line.
type Faults []Fault

// Error lists every fault on a line of its own.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Reason
		if fault.Line > 0 {
			lines[i] = fmt.Sprintf("line %d: %s", fault.Line, fault.Reason)
		}
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
	var document yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(string(content)))
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return methods.Default(), nil // only comments
	} else if err != nil {
		return nil, Faults{{0, err.Error()}}
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, Faults{{0, "more than one document"}}
	}
	r := new(reader)
	catalogue := r.changes(document.Content[0]).apply(r)
	if len(r.faults) > 0 {
		slices.SortStableFunc(r.faults, func(a, b Fault) int { return a.Line - b.Line })
		return nil, r.faults
	}
	return catalogue, nil
}
