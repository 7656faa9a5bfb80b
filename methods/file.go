package methods

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFile limits a catalogue file, in bytes.
const maxFile = 1 << 20

// FileFault is one fault in a catalogue file.
type FileFault struct {
	Line   int // from one; 0 is the whole file
	Reason string
}

// FileFaults are all faults in a catalogue file, by line.
type FileFaults []FileFault

// Error lists every fault on a line of its own.
func (f FileFaults) Error() string {
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
// is a FileFaults.
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
func Load(r io.Reader) (*Catalogue, error) {
	content, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(content) > maxFile {
		return nil, FileFaults{{0, fmt.Sprintf("more than %d bytes", maxFile)}}
	}
	var document yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(string(content)))
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return Default(), nil // only comments
	} else if err != nil {
		return nil, FileFaults{{0, err.Error()}}
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, FileFaults{{0, "more than one document"}}
	}
	reader := new(fileReader)
	changes := reader.changes(document.Content[0])
	catalogue := changes.apply(reader)
	if len(reader.faults) > 0 {
		slices.SortStableFunc(reader.faults, func(a, b FileFault) int { return a.Line - b.Line })
		return nil, reader.faults
	}
	return catalogue, nil
}
