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

// showContract is the same for people: all that the document says.
func (s *Sandbox) showContract(http.ResponseWriter, *http.Request) (*page, error) {
	body, err := contractPages()
	if err != nil {
		return nil, err
	}
	return &page{Name: "interface", Title: "Interface", Body: body}, nil
}

type contractPage struct {
	Title, Version, Description string
	Security                    []fieldRow
	Operations                  []operationRow
	// Answers are those that several calls share.
	Answers []responseRow
}

type operationRow struct {
	Anchor, Method, Path, Summary, Description string
	Assumed                                    bool
	Parameters                                 []fieldRow
	Request                                    bodyRow
	Responses                                  []responseRow
	Callbacks                                  []operationRow
}

type bodyRow struct {
	Description string
	Assumed     bool
	Fields      []fieldRow
}

// responseRow is an answer. One that several calls share has its fields where
// all of those are, under its name.
type responseRow struct {
	Status, Name, Description string
	Assumed                   bool
	Headers, Fields           []fieldRow
}

// contractPages reads the document once, when somebody first looks.
var contractPages = sync.OnceValues(func() (contractPage, error) {
	document, err := openapi3.NewLoader().LoadFromData(contractFile)
	if err != nil {
		return contractPage{}, fmt.Errorf("openapi.yaml: %w", err)
	}
	p := contractPage{Title: document.Info.Title, Version: document.Info.Version, Description: flowing(document.Info.Description)}
	for _, name := range slices.Sorted(maps.Keys(document.Components.SecuritySchemes)) {
		scheme := document.Components.SecuritySchemes[name].Value
		p.Security = append(p.Security, fieldRow{
			Name:    name,
			Type:    scheme.BearerFormat,
			Note:    flowing(scheme.Description),
			Assumed: assumed(scheme.Extensions),
		})
	}
	for _, path := range slices.Sorted(maps.Keys(document.Paths.Map())) {
		item := document.Paths.Value(path)
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			if operation := item.GetOperation(method); operation != nil {
				p.Operations = append(p.Operations, operationRowOf(method, path, item, operation))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(document.Components.Responses)) {
		row := responseRowOf("", document.Components.Responses[name].Value)
		row.Name = name
		p.Answers = append(p.Answers, row)
	}
	return p, nil
})

func operationRowOf(method, path string, item *openapi3.PathItem, operation *openapi3.Operation) operationRow {
	row := operationRow{
		Anchor: operation.OperationID, Method: method, Path: path,
		Summary: operation.Summary, Description: flowing(operation.Description), Assumed: assumed(operation.Extensions),
	}
	for _, parameter := range slices.Concat(item.Parameters, operation.Parameters) {
		row.Parameters = append(row.Parameters, parameterRow(parameter.Value, parameter.Value.Name, parameter.Value.In))
	}
	if operation.RequestBody != nil {
		body := operation.RequestBody.Value
		row.Request = bodyRow{body.Description, assumed(body.Extensions), contentRows(body.Content)}
	}
	for _, status := range slices.Sorted(maps.Keys(operation.Responses.Map())) {
		answer := operation.Responses.Value(status)
		response := responseRowOf(status, answer.Value)
		if name, shared := strings.CutPrefix(answer.Ref, "#/components/responses/"); shared {
			response.Name, response.Headers, response.Fields = name, nil, nil
		}
		row.Responses = append(row.Responses, response)
	}
	for _, name := range slices.Sorted(maps.Keys(operation.Callbacks)) {
		for address, item := range operation.Callbacks[name].Value.Map() {
			for method, operation := range item.Operations() {
				row.Callbacks = append(row.Callbacks, operationRowOf(method, address, item, operation))
			}
		}
	}
	return row
}

func responseRowOf(status string, response *openapi3.Response) responseRow {
	row := responseRow{
		Status:      status,
		Description: *response.Description,
		Assumed:     assumed(response.Extensions),
		Fields:      contentRows(response.Content),
	}
	for _, name := range slices.Sorted(maps.Keys(response.Headers)) {
		row.Headers = append(row.Headers, parameterRow(&response.Headers[name].Value.Parameter, name, "header"))
	}
	return row
}

// contentRows are the fields of a body, which has one media type.
func contentRows(content openapi3.Content) []fieldRow {
	for _, media := range content {
		if media.Schema != nil {
			return schemaRows("", false, media.Schema.Value)
		}
	}
	return nil
}
