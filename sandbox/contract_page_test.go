package sandbox_test

import (
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
	"golang.org/x/net/html"
)

// readable is the page of the interface: its text, and the text of each row and
// paragraph that says "assumed".
type readable struct {
	text    string
	assumed []string
}

func readContractPage(t *testing.T) readable {
	t.Helper()
	_, source := setup(t).get("/interface")
	root, err := html.Parse(strings.NewReader(source))
	if err != nil {
		t.Fatal(err)
	}
	page := readable{text: textOf(root)}
	for node := range root.Descendants() {
		if node.Data == "em" && textOf(node) == "assumed" {
			block := node.Parent
			for block.Data != "tr" && block.Data != "p" && block.Data != "summary" {
				block = block.Parent
			}
			page.assumed = append(page.assumed, textOf(block))
		}
	}
	return page
}

// textOf is the text of an element, with single spaces.
func textOf(node *html.Node) string {
	var text strings.Builder
	for inner := range node.Descendants() {
		if inner.Type == html.TextNode && inner.Parent.Data != "style" {
			text.WriteString(inner.Data + " ")
		}
	}
	return squeeze(text.String())
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

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

// Whoever reads the page reads all that openapi.yaml says: each description,
// each value, and for each thing assumed what was assumed, marked as that.
func TestContractPageShowsAll(t *testing.T) {
	data, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	page := readContractPage(t)
	said, assumptions := 0, 0
	places(&document, "", func(path string, object map[string]*yaml.Node) {
		if strings.HasSuffix(path, "/properties") || strings.HasPrefix(path, "/tags") || strings.HasPrefix(path, "/servers") {
			return // of the names of properties, and of what the page itself is
		}
		for _, name := range []string{"description", "summary", "default", "example", "pattern", "format", "minimum", "maximum", "maxLength", "enum", "x-known-values", "x-assumed-values", "x-deprecated-for"} {
			node := object[name]
			if node == nil || node.Kind == yaml.MappingNode {
				continue
			}
			values := node.Content
			if node.Kind == yaml.ScalarNode {
				values = []*yaml.Node{node}
			}
			for _, value := range values {
				said++
				if text := strings.TrimSuffix(squeeze(value.Value), "."); !strings.Contains(page.text, text) {
					t.Errorf("%s: the page lacks the %s %q", path, name, text)
				}
			}
		}
		if node := object["x-assumed"]; node != nil && node.Value == "true" {
			assumptions++
			checkAssumption(t, path, object["description"], page)
		}
	})
	if said < 200 || assumptions < 40 {
		t.Errorf("only %d texts and values and %d assumptions were looked at", said, assumptions)
	}
}

// checkAssumption wants what is assumed to be said, and to be marked where it
// is said.
func checkAssumption(t *testing.T, path string, description *yaml.Node, page readable) {
	t.Helper()
	if description == nil || !strings.Contains(strings.ToLower(description.Value), "assumed") {
		t.Errorf("%s: x-assumed, and no description says what", path)
		return
	}
	text := squeeze(description.Value)
	for _, block := range page.assumed {
		if strings.Contains(block, text) {
			return
		}
	}
	t.Errorf("%s: not marked as assumed on the page: %q", path, text)
}

// What the page once left out.
func TestContractPageKnowsBodies(t *testing.T) {
	page := readContractPage(t)
	for _, part := range []string{
		"paymentMethodResponse.paymentInstructionList[].steps", "paymentMethodResponse.paymentInstructionList[].title", "process.status", "failureReasonCode",
		"data[].paymentOperators[].code", "externalProviders[].name", "paymentMethod.account.accountName", "paymentMethod.customerName.lastName",
		"PAYIN_CREATE, PAYIN_INFO", "1800 by default", "BANK_TRANSFER", "TAX_PAYER_ID_TRANSFER", "SUCCESS, REFUSED", "EXPIRED", "ZAPPER_QR", "Retry-After",
		"the fields at fault", "Deprecated for P2A_V2", "Callback: POST", "idPayin",
	} {
		if !strings.Contains(page.text, part) {
			t.Errorf("the page lacks %q", part)
		}
	}
}
