package sandbox_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"payapp/internal/testing/racing"
	"payapp/sandbox"
)

// refusalsOf are the refusals that openapi.yaml promises of an operation, but for
// those that need a payment in some state or a directive: they have tests of
// their own.
func refusalsOf(operation *openapi3.Operation) []string {
	var list []string
	for status := range operation.Responses.Map() {
		if status >= "400" && status < "500" && status != "406" {
			list = append(list, status)
		}
	}
	slices.Sort(list)
	return list
}

// example is a value that a schema allows.
func example(schema *openapi3.SchemaRef) any {
	s := schema.Value
	switch {
	case s.Example != nil:
		return s.Example
	case len(s.Enum) > 0:
		return s.Enum[0]
	case len(s.AllOf) > 0:
		return example(s.AllOf[0])
	case s.Type.Is("object"):
		object := map[string]any{}
		for _, name := range s.Required {
			object[name] = example(s.Properties[name])
		}
		return object
	case s.Type.Is("array"):
		return []any{example(s.Items)}
	case s.Type.Is("integer"):
		return 60
	case s.Type.Is("boolean"):
		return true
	}
	return "x"
}

// odd are values that hardly anything takes.
var odd = []any{
	nil, true, -1, 1e300, 0.1234567, "", " ", "\u0000", "\r\nX: y", strings.Repeat("x", 5000), "<script>", "'; DROP TABLE payments", "~success", "🙂",
	[]any{}, []any{nil}, map[string]any{}, map[string]any{"amount": "1"}, json.Number("99999999999999999999"),
}

// mutant changes one place of a body, at any depth: it removes a value, replaces
// it by an odd one, or adds a name.
func mutant(random *rand.Rand, v any) any {
	object, ok := v.(map[string]any)
	if !ok || len(object) == 0 {
		return odd[random.IntN(len(odd))]
	}
	changed := maps.Clone(object)
	name := slices.Sorted(maps.Keys(object))[random.IntN(len(object))]
	switch random.IntN(6) {
	case 0:
		delete(changed, name)
	case 1:
		changed["unheardOf"] = odd[random.IntN(len(odd))]
	case 2:
		changed[strings.ToUpper(name)] = changed[name]
		delete(changed, name)
	default:
		changed[name] = mutant(random, object[name])
	}
	return changed
}

// spoilt spoils a call's headers in one of the ways that are refused for all
// operations alike, and says which refusal follows.
var spoilt = []struct {
	status  string
	headers []string
}{
	{"404", []string{"X-API-Version", ""}}, {"404", []string{"X-API-Version", "3"}},
	{"401", []string{"Authorization", ""}}, {"401", []string{"Authorization", "Bearer x.y.z"}}, {"401", []string{"Authorization", "Basic eDp5"}},
	{"415", []string{"Content-Type", "text/plain"}}, {"415", []string{"Content-Type", "application/json; charset=latin1"}},
}

// Whatever is sent to any operation of openapi.yaml, the answer is one that the
// document has, and a mistake of the caller's is never called ours. Every
// refusal that it promises comes about.
func TestEveryRefusalOfTheDocument(t *testing.T) {
	rounds := racing.Part(10, make([]struct{}, 60))
	f := setup(t, func(c *sandbox.Config) { c.Rate = 1 << 30 })
	limited := setup(t, func(c *sandbox.Config) { c.Rate = 1 })
	random := rand.New(rand.NewPCG(7, 7))
	all := f.general("DEMO")
	narrow, err := f.SignToken(t.Context(), sandbox.TokenSpec{Operations: []string{"GET /nothing"}})
	if err != nil {
		t.Fatal(err)
	}
	everyEndpoint(t, func(name, method, address string, operation *openapi3.Operation) {
		seen := map[string]bool{}
		open := operation.Security != nil && len(*operation.Security) == 0
		call := func(f *fixture, token, path string, body any, headers ...string) {
			t.Helper()
			text := ""
			if method == http.MethodPost {
				text = asJSON(t, body)
				if raw, ok := body.(string); ok {
					text = raw
				}
			}
			if open {
				token = ""
			}
			r, err := f.call(token, method, path, text, headers...) // checks the answer with the document
			if err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			seen[fmt.Sprint(r.status)] = true
			if r.status >= 500 || r.status >= 400 && (r.json["code"] == nil || r.json["message"] == "") {
				t.Errorf("%s: got %d %s for %.300s", name, r.status, r.raw, text)
			}
		}
		good := any(map[string]any{})
		if operation.RequestBody != nil {
			media := operation.RequestBody.Value.Content["application/json"]
			if good = media.Example; good == nil {
				good = example(media.Schema)
			}
		}
		for _, s := range spoilt {
			call(f, all, address, good, s.headers...)
		}
		call(f, narrow, address, good)
		call(f, all, address, strings.Repeat(" ", 70_000))
		call(f, all, address, strings.Repeat(`[`, 40)+strings.Repeat(`]`, 40))
		call(f, all, address, `{"a":`)
		if open {
			wrong, _ := good.(map[string]any)
			wrong = maps.Clone(wrong)
			wrong["secret"] = "guess"
			call(f, all, address, wrong)
		}
		call(f, all, strings.Replace(address, "o-1", "%C3%A9", 1), good)
		call(f, all, strings.Replace(address, "o-1", "nobody", 1), good)
		for i := range rounds {
			call(f, all, strings.Replace(address, "o-1", fmt.Sprint("o-", i), 1), mutant(random, good))
		}
		inState(f, all, name, func(path string, body any) { call(f, all, path, body) })
		token := limited.general("DEMO")
		for range 2 {
			call(limited, token, address, good)
		}
		for _, status := range refusalsOf(operation) {
			if !seen[status] {
				t.Errorf("%s: openapi.yaml has %s, and nothing here is answered so: %v", name, status, slices.Sorted(maps.Keys(seen)))
			}
		}
	})
}

// inState makes the calls whose refusals need a payment to be there: one that
// exists already, one with another reference.
func inState(f *fixture, token, name string, call func(path string, body any)) {
	payin := json.RawMessage(f.payinBody("P2A_V2", "INR", "10"))
	payout := map[string]any{
		"paymentRequested": map[string]any{"money": map[string]any{"amount": 1, "currencyCode": "THB"}},
		"paymentMethod":    map[string]any{"paymentMethodCode": "BANK_TRANSFER"},
	}
	switch name {
	case "POST /payins/{idPayin}":
		call("/payins/taken", payin)
		call("/payins/taken", payin)
	case "POST /payouts/{idPayout}":
		call("/payouts/taken", payout)
		call("/payouts/taken", payout)
	case "POST /payins/{idPayin}/externalReference":
		f.want(200, token, "POST", "/payins/referred", string(payin))
		for _, reference := range []string{"1", "432112345678", "432112345679"} {
			call("/payins/referred/externalReference", map[string]any{"reference": reference})
		}
	}
}

// Whatever is sent to the console, it answers as the document has it.
func TestTheConsoleTakesAnything(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	random := rand.New(rand.NewPCG(7, 7))
	for path, item := range document(t).Paths.Map() {
		for method, operation := range item.Operations() {
			if !ours(operation) || method != http.MethodPost {
				continue
			}
			address := placeholder.ReplaceAllString(path, "o-1")
			good := any(map[string]any{})
			if operation.RequestBody != nil {
				good = example(operation.RequestBody.Value.Content["application/json"].Schema)
			}
			for range 40 {
				body := asJSON(t, mutant(random, good))
				r, err := f.call("", method, address, body)
				if err != nil {
					t.Fatal(err)
				}
				if r.status >= 500 || r.status >= 400 && (r.json["code"] == nil || r.json["message"] == "") {
					t.Errorf("%s %s: got %d %s for %.300s", method, address, r.status, r.raw, body)
				}
			}
		}
	}
}
