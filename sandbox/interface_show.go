package sandbox

import (
	"encoding/json"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"payapp/sandbox/internal/page"
)

// interfacePage is openapi.yaml to read.
type interfacePage struct {
	Version string
	Says    []template.HTML
	Parts   []interfacePart
}

type interfacePart struct {
	Name       string
	Says       []template.HTML
	Operations []interfaceOperation
}

type interfaceOperation struct {
	ID, Method, Path, Summary string
	Assumed                   bool
	Says                      []template.HTML
	Fields                    []interfaceField // of the query and the body
	Example                   string           // of a body
	Answers                   []interfaceField
}

// interfaceField is a field, by its path in the body, or an answer by its status.
type interfaceField struct {
	Name, Type string
	Must       bool
	Says       []template.HTML
}

// The parts of an OpenAPI document that the page shows.
type (
	openAPIDocument struct {
		Info       struct{ Version, Description string }
		Tags       []struct{ Name, Description string }
		Paths      yaml.Node
		Components struct {
			Schemas    map[string]openAPISchema
			Parameters map[string]openAPIParameter
			Responses  map[string]openAPIAnswer
		}
	}
	openAPIOperation struct {
		OperationID          string `yaml:"operationId"`
		Tags                 []string
		Summary, Description string
		Assumed              bool `yaml:"x-assumed"`
		Parameters           []openAPIParameter
		RequestBody          struct {
			Content map[string]struct {
				Schema  openAPISchema
				Example any
			}
		} `yaml:"requestBody"`
		Responses yaml.Node
	}
	openAPIParameter struct {
		Ref                   string `yaml:"$ref"`
		Name, In, Description string
		Required              bool
		Schema                openAPISchema
	}
	openAPIAnswer struct {
		Ref         string `yaml:"$ref"`
		Description string
	}
	openAPISchema struct {
		Ref               string `yaml:"$ref"`
		Type, Description string
		Required          []string
		Deprecated        bool
		Properties        yaml.Node
		Items             *openAPISchema
	}
)

// described is read once: it is the same for all sandboxes of a process.
var described = sync.OnceValue(func() interfacePage {
	var d openAPIDocument
	if err := yaml.Unmarshal(openAPI, &d); err != nil {
		panic(err) // embedded, and read by tests
	}
	body := interfacePage{Version: d.Info.Version, Says: paragraphs(d.Info.Description)}
	for _, tag := range d.Tags {
		body.Parts = append(body.Parts, interfacePart{Name: tag.Name, Says: paragraphs(tag.Description)})
	}
	inOrder(d.Paths, func(path string, item yaml.Node) {
		inOrder(item, func(method string, node yaml.Node) {
			var o openAPIOperation
			if method != "get" && method != "post" || node.Decode(&o) != nil {
				return
			}
			at := slices.IndexFunc(body.Parts, func(p interfacePart) bool { return p.Name == o.Tags[0] })
			body.Parts[at].Operations = append(body.Parts[at].Operations, d.operation(strings.ToUpper(method), path, o))
		})
	})
	return body
})

func (d *openAPIDocument) operation(method, path string, o openAPIOperation) interfaceOperation {
	shown := interfaceOperation{
		ID: o.OperationID, Method: method, Path: path, Summary: o.Summary, Assumed: o.Assumed, Says: paragraphs(o.Description),
	}
	for _, p := range o.Parameters {
		if p.Ref != "" {
			p = d.Components.Parameters[lastPart(p.Ref)]
		}
		if p.In == "query" {
			shown.Fields = append(shown.Fields, interfaceField{"?" + p.Name, d.resolved(p.Schema).Type, p.Required, paragraphs(p.Description)})
		}
	}
	for _, content := range o.RequestBody.Content {
		shown.Fields = append(shown.Fields, d.fields("", content.Schema)...)
		if content.Example != nil {
			example, _ := json.MarshalIndent(content.Example, "", "  ") // what YAML has, JSON has
			shown.Example = string(example)
		}
	}
	inOrder(o.Responses, func(status string, node yaml.Node) {
		var answer openAPIAnswer
		if node.Decode(&answer) == nil && answer.Ref != "" {
			answer = d.Components.Responses[lastPart(answer.Ref)]
		}
		shown.Answers = append(shown.Answers, interfaceField{Name: status, Says: paragraphs(answer.Description)})
	})
	return shown
}

// fields are a schema's, those of objects with their paths: paymentRequested.money.amount.
func (d *openAPIDocument) fields(prefix string, s openAPISchema) (list []interfaceField) {
	s = d.resolved(s)
	inOrder(s.Properties, func(name string, node yaml.Node) {
		var raw openAPISchema
		if node.Decode(&raw) != nil || raw.Deprecated {
			return
		}
		field := d.resolved(raw)
		list = append(list, interfaceField{prefix + name, field.Type, slices.Contains(s.Required, name), paragraphs(field.Description)})
		switch {
		case field.Items != nil:
			list = append(list, d.fields(prefix+name+"[].", *field.Items)...)
		case field.Type == "object":
			list = append(list, d.fields(prefix+name+".", field)...)
		}
	})
	return list
}

func (d *openAPIDocument) resolved(s openAPISchema) openAPISchema {
	if s.Ref != "" {
		return d.Components.Schemas[lastPart(s.Ref)]
	}
	return s
}

func lastPart(ref string) string { return ref[strings.LastIndex(ref, "/")+1:] }

// inOrder visits a mapping as the document has it.
func inOrder(mapping yaml.Node, visit func(name string, node yaml.Node)) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		visit(mapping.Content[i].Value, *mapping.Content[i+1])
	}
}

var quotedCode = regexp.MustCompile("(?s)`(.+?)`")

// paragraphs are a description's, with its code.
func paragraphs(text string) (list []template.HTML) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if paragraph != "" {
			escaped := quotedCode.ReplaceAllString(template.HTMLEscapeString(paragraph), "<code>$1</code>")
			list = append(list, template.HTML(escaped))
		}
	}
	return list
}

func (s *Sandbox) showInterface(http.ResponseWriter, *http.Request) (*page.Page, error) {
	return &page.Page{Name: "interface", Title: "Interface", Body: described()}, nil
}
