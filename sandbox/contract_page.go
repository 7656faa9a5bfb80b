package sandbox

import (
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:embed openapi.yaml
var contractFile []byte

// serveContract is the interface's description, for programs.
func (s *Sandbox) serveContract(w http.ResponseWriter, _ *http.Request) {
	secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/yaml; charset=utf-8")
	w.Write(contractFile)
}

// showContract is the same for people.
func (s *Sandbox) showContract(http.ResponseWriter, *http.Request) (*page, error) {
	body, err := contractPages()
	if err != nil {
		return nil, err
	}
	return &page{Name: "interface", Title: "Interface", Body: body}, nil
}

type contractPage struct {
	Title, Version, Description string
	Operations                  []operationRow
}

type operationRow struct {
	Anchor, Method, Path, Summary, Description string
	Assumed                                    bool
	Parameters, Request                        []fieldRow
	Responses                                  []responseRow
}

type responseRow struct {
	Status, Description string
	Fields              []fieldRow
}

type fieldRow struct {
	Name, Type, Note  string
	Required, Assumed bool
}

// contractPages reads the document once, when somebody first looks.
var contractPages = sync.OnceValues(func() (contractPage, error) {
	document, err := openapi3.NewLoader().LoadFromData(contractFile)
	if err != nil {
		return contractPage{}, fmt.Errorf("openapi.yaml: %w", err)
	}
	p := contractPage{Title: document.Info.Title, Version: document.Info.Version, Description: document.Info.Description}
	for _, path := range slices.Sorted(maps.Keys(document.Paths.Map())) {
		item := document.Paths.Value(path)
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			if operation := item.GetOperation(method); operation != nil {
				p.Operations = append(p.Operations, operationRowOf(method, path, item, operation))
			}
		}
	}
	return p, nil
})

func operationRowOf(method, path string, item *openapi3.PathItem, operation *openapi3.Operation) operationRow {
	row := operationRow{
		Anchor: operation.OperationID, Method: method, Path: path,
		Summary: operation.Summary, Description: operation.Description, Assumed: assumed(operation.Extensions),
	}
	for _, parameter := range slices.Concat(item.Parameters, operation.Parameters) {
		v := parameter.Value
		row.Parameters = append(row.Parameters, fieldRow{v.Name, v.In, v.Description, v.Required, assumed(v.Extensions)})
	}
	if operation.RequestBody != nil {
		row.Request = fieldRows(operation.RequestBody.Value.Content)
	}
	for _, status := range slices.Sorted(maps.Keys(operation.Responses.Map())) {
		response := operation.Responses.Value(status).Value
		r := responseRow{Status: status, Description: *response.Description}
		if status == "200" {
			r.Fields = fieldRows(response.Content)
		}
		row.Responses = append(row.Responses, r)
	}
	return row
}

func fieldRows(content openapi3.Content) []fieldRow {
	media := content.Get("application/json")
	if media == nil || media.Schema == nil {
		return nil
	}
	return schemaRows("", media.Schema.Value)
}

// schemaRows flattens a schema to the paths of its properties, as in
// "data[].code".
func schemaRows(prefix string, schema *openapi3.Schema) []fieldRow {
	var rows []fieldRow
	for _, part := range schema.AllOf {
		rows = append(rows, schemaRows(prefix, part.Value)...)
	}
	if schema.Items != nil {
		return append(rows, schemaRows(prefix+"[]", schema.Items.Value)...)
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		inner := schema.Properties[name].Value
		path := strings.TrimPrefix(prefix+"."+name, ".")
		rows = append(rows, fieldRow{path, typeOf(inner), inner.Description, slices.Contains(schema.Required, name), assumed(inner.Extensions)})
		rows = append(rows, schemaRows(path, inner)...)
	}
	return rows
}

func typeOf(schema *openapi3.Schema) string {
	if schema.Type == nil {
		return ""
	}
	return strings.Join(schema.Type.Slice(), " or ")
}

func assumed(extensions map[string]any) bool {
	is, _ := extensions["x-assumed"].(bool)
	return is
}
