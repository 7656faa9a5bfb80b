package coverage

import (
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// Merchants don't have the interface's own document: whatever its tables name
// is in the description that the sandbox serves, as the name of something or as
// a value, and not in prose alone.
func TestEveryNameIsInOpenAPI(t *testing.T) {
	data, err := os.ReadFile(root + "/sandbox/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	gather(&document, there)
	names := 0
	for _, s := range statements(t) {
		for name := range strings.FieldsSeq(s.Names) {
			names++
			if !there[name] {
				t.Errorf("%s: openapi.yaml has no %s", s.Section, name)
			}
		}
	}
	if names < 150 {
		t.Errorf("only %d names are listed", names)
	}
}

// gather collects the keys of a document and its values of one word.
func gather(node *yaml.Node, there map[string]bool) {
	for i, inner := range node.Content {
		isKey := node.Kind == yaml.MappingNode && i%2 == 0
		if isKey || inner.Kind == yaml.ScalarNode && !strings.Contains(inner.Value, " ") {
			there[inner.Value] = true
		}
		gather(inner, there)
	}
}
