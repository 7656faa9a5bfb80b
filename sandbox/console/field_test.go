package console

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// A program that sends what the document has is never refused for it, and
// nothing else is taken but what only pages need.
func TestFieldsAreTheDocuments(t *testing.T) {
	data, err := os.ReadFile("../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	document, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for path, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.Extensions["x-sandbox"] != true || path == "/shop" { // its fields are the shop's
				continue
			}
			var names []string
			for _, p := range operation.Parameters {
				if p.Value.In == "query" {
					names = append(names, p.Value.Name)
				}
			}
			if body := operation.RequestBody; body != nil {
				for name := range body.Value.Content["application/json"].Schema.Value.Properties {
					names = append(names, name)
				}
			}
			pattern := method + " " + strings.NewReplacer("{idPayin}", "{id}", "{idPayout}", "{id}").Replace(path)
			documented[pattern] = true
			for _, name := range names {
				if !slices.Contains(fields[pattern], name) {
					t.Errorf("%s doesn't take %s, which openapi.yaml has", pattern, name)
				}
			}
			for _, name := range fields[pattern] {
				if ofPages := []string{"back", "moved", "id"}; !slices.Contains(names, name) && !slices.Contains(ofPages, name) &&
					(method != "POST" || name != "merchant") {
					t.Errorf("%s takes %s, which openapi.yaml lacks", pattern, name)
				}
			}
		}
	}
	for pattern := range fields {
		if !documented[pattern] {
			t.Errorf("%s isn't in openapi.yaml", pattern)
		}
	}
}
