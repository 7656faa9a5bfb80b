package sandbox_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
	"golang.org/x/net/html"
)

func TestOpenAPIDocumentIsServedAndValid(t *testing.T) {
	response, body := setup(t).get("/openapi.yaml")
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "application/yaml") {
		t.Errorf("got %d %q", response.StatusCode, response.Header.Get("Content-Type"))
	}
	document, err := openapi3.NewLoader().LoadFromData([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(t.Context()); err != nil {
		t.Error(err)
	}
}

// Every operation can be read, with its fields to their depth and its answers.
func TestInterfaceIsThereToRead(t *testing.T) {
	f := setup(t)
	_, document := f.get("/openapi.yaml")
	_, page := f.get("/interface")
	for _, id := range regexp.MustCompile(`\n      operationId: (\w+)`).FindAllStringSubmatch(document, -1) {
		if !strings.Contains(page, `id="`+id[1]+`"`) || !strings.Contains(page, `href="#`+id[1]+`"`) {
			t.Errorf("%s isn't there, or has no link of its own", id[1])
		}
	}
	for _, part := range []string{
		"<code>paymentRequested.money.amount</code></dt><dd><small>number, mandatory</small>", "<code>?merchant</code>", "<dt><code>409</code></dt><dd><p>",
		"&#34;paymentMethodCode&#34;: &#34;PROMPTPAY&#34;", "<code>x-known-values</code>",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
}

// The sandbox itself serves every file that the page refers to.
func TestInterfacePageHasItsFiles(t *testing.T) {
	f := setup(t)
	_, page := f.get("/interface/try")
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]string{
		"/interface/swagger-ui.css": "text/css", "/interface/swagger-ui-bundle.js": "application/javascript",
		"/assets/interface.js": "text/javascript", "/assets/mark.svg": "image/svg+xml",
	}
	for node := range root.Descendants() {
		if node.Data != "link" && node.Data != "script" {
			continue
		}
		for _, a := range node.Attr {
			if a.Key != "href" && a.Key != "src" || strings.HasPrefix(a.Val, "data:") {
				continue
			}
			want, ok := types[a.Val]
			if !ok {
				t.Errorf("the page loads %s", a.Val)
			}
			delete(types, a.Val)
			response, body := f.get(a.Val)
			if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), want) || body == "" {
				t.Errorf("%s: got %d %q", a.Val, response.StatusCode, response.Header.Get("Content-Type"))
			}
			if policy := response.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none';") {
				t.Errorf("%s: policy %q", a.Val, policy)
			}
		}
	}
	for missing := range types {
		t.Errorf("the page doesn't load %s", missing)
	}
	for _, path := range []string{"/interface/", "/interface/swagger-ui.js", "/interface/index.html"} {
		if response, _ := f.get(path); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: got %d", path, response.StatusCode)
		}
	}
}

// People who try a call send the document's example unchanged.
func TestExamplesOfTheDocumentAreTaken(t *testing.T) {
	f := setup(t)
	examples := 0
	everyEndpoint(t, func(name, method, address string, operation *openapi3.Operation) {
		if operation.RequestBody == nil {
			return
		}
		example := operation.RequestBody.Value.Content["application/json"].Example
		if example == nil {
			return
		}
		examples++
		body, err := json.Marshal(example)
		if err != nil {
			t.Fatal(err)
		}
		f.want(http.StatusOK, f.general("DEMO"), method, address, string(body))
	})
	if examples != 4 {
		t.Errorf("%d examples, want 4", examples)
	}
}

// places walks all objects of a document with the paths that lead to them.
func places(node *yaml.Node, path string, visit func(path string, object map[string]*yaml.Node)) {
	switch node.Kind {
	case yaml.DocumentNode, yaml.SequenceNode:
		for _, inner := range node.Content {
			places(inner, path, visit)
		}
	case yaml.MappingNode:
		object := map[string]*yaml.Node{}
		for i := 0; i < len(node.Content); i += 2 {
			name := node.Content[i].Value
			object[name] = node.Content[i+1]
			places(node.Content[i+1], path+"/"+name, visit)
		}
		visit(path, object)
	}
}

// Whatever is marked as assumed says what is assumed.
func TestAssumptionsAreDescribed(t *testing.T) {
	_, source := setup(t).get("/openapi.yaml")
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(source), &root); err != nil {
		t.Fatal(err)
	}
	assumptions := 0
	places(&root, "", func(path string, object map[string]*yaml.Node) {
		if mark := object["x-assumed"]; mark == nil || mark.Value != "true" {
			return
		}
		assumptions++
		if said := object["description"]; said == nil || !strings.Contains(strings.ToLower(said.Value), "assumed") {
			t.Errorf("%s: x-assumed, and no description says what", path)
		}
	})
	if assumptions < 40 {
		t.Errorf("only %d assumptions were looked at", assumptions)
	}
}
