package sandbox_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// described reads the lines "- CODE CURRENCY …: field!*, field" of a
// description: the fields of each method and currency, with ! if mandatory.
func described(description string) map[string][]string {
	list := map[string][]string{}
	for line := range strings.Lines(description) {
		row, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok {
			continue
		}
		method, fields, _ := strings.Cut(row, ": ")
		code, currencies, _ := strings.Cut(method, " ")
		var names []string
		for fields != "" && fields != "none" {
			var field string
			if field, fields, _ = strings.Cut(fields, ", "); strings.Contains(field, "(") && !strings.Contains(field, ")") {
				_, fields, _ = strings.Cut(fields, "), ") // a remark with commas in it
			}
			name, _, _ := strings.Cut(field, " ")
			names = append(names, strings.TrimSuffix(name, "*"))
		}
		slices.Sort(names)
		for currency := range strings.FieldsSeq(currencies) {
			list[code+" "+currency] = names
		}
	}
	return list
}

// known is the same for the sandbox's own rules.
func known(methods []rules.Method) map[string][]string {
	list := map[string][]string{}
	for _, m := range methods {
		fields := map[string]bool{} // whether they are mandatory
		add := func(path string, must bool) {
			name := last(path)
			if path == rules.CustomerLastName {
				name = "customerName"
			}
			fields[name] = must || fields[name]
		}
		for _, path := range m.May {
			add(path, false)
		}
		for _, path := range m.Must {
			add(path, true)
		}
		if len(m.Operators) > 0 {
			add(rules.Operator, false)
		}
		var names []string
		for name, must := range fields {
			names = append(names, name+map[bool]string{true: "!"}[must])
		}
		slices.Sort(names)
		list[m.Code+" "+m.Currency] = names
	}
	return list
}

// What the sandbox can answer of a payment's method is described.
func TestContractDescribesTheAnswer(t *testing.T) {
	described := document(t).Components.Schemas["PayinMethodResponse"].Value.Properties
	for field := range reflect.TypeFor[wire.MethodResponse]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if described[name] == nil && name != "accountCustomerUsedForPayment" { // which a read alone has
			t.Errorf("openapi.yaml: PayinMethodResponse has no %s", name)
		}
	}
}

// The fields that openapi.yaml lists for each method and currency are those
// that the sandbox accepts and requires.
func TestContractListsTheFieldsOfMethods(t *testing.T) {
	schemas := document(t).Components.Schemas
	for name, c := range map[string]struct {
		schema  *openapi3.Schema
		methods []rules.Method
	}{
		"payins":  {schemas["PayinMethod"].Value, rules.Payins.All()},
		"payouts": {schemas["PayoutRequest"].Value.Properties["paymentMethod"].Value, rules.Payouts.All()},
	} {
		if diff := cmp.Diff(known(c.methods), described(c.schema.Description)); diff != "" {
			t.Errorf("%s (-sandbox +openapi.yaml):\n%s", name, diff)
		}
		var codes []string
		for _, m := range c.methods {
			codes = append(codes, m.Code)
		}
		slices.Sort(codes)
		listed := valuesOf(c.schema.Properties["paymentMethodCode"].Value)
		if diff := cmp.Diff(slices.Compact(codes), slices.Sorted(maps.Keys(listed))); diff != "" {
			t.Errorf("codes of %s (-sandbox +openapi.yaml):\n%s", name, diff)
		}
	}
}

// valuesOf are the values that the document lists for a text.
func valuesOf(schema *openapi3.Schema) map[string]bool {
	list := map[string]bool{}
	for _, extension := range []string{"x-known-values", "x-assumed-values"} {
		values, _ := schema.Extensions[extension].([]any)
		for _, value := range values {
			text, _ := value.(string)
			list[text] = true
		}
	}
	return list
}

// interface.md, Change history: what is deprecated is marked, for the methods
// that the line names.
func TestContractMarksWhatIsDeprecated(t *testing.T) {
	schemas := document(t).Components.Schemas
	for place, want := range map[string]string{
		"MerchantAccount.bankCode": "P2A_V2", "MerchantAccount.bankName": "P2A_V2", // 2.12
		"PayinMethodResponse.account": "ONLINE",                                                                                                               // 2.1, 2.11
		"MerchantAccount.bankBranch":  "P2A_V2 PROMPTPAY", "MerchantAccount.bankCity": "P2A_V2 PROMPTPAY", "MerchantAccount.bankProvince": "P2A_V2 PROMPTPAY", // 2.2
	} {
		schema, property, _ := strings.Cut(place, ".")
		codes, _ := schemas[schema].Value.Properties[property].Value.Extensions["x-deprecated-for"].([]any)
		var got []string
		for _, code := range codes {
			got = append(got, code.(string))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: deprecated for %q, want %s", place, got, want)
		}
	}
	if !schemas["Secret"].Value.Deprecated {
		t.Error("secret isn't marked")
	}
}
