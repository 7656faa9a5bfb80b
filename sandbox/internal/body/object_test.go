package body_test

import (
	"slices"
	"testing"

	"payapp/sandbox/internal/body"
)

// read looks at one property of each type.
func read(t *testing.T, document string) ([]string, bool) {
	t.Helper()
	o, ok := body.Read([]byte(document))
	if !ok {
		return nil, false
	}
	o.Need("text")
	o.Only("text", "texts", "whole", "inner", "money")
	o.Text("text")
	o.Texts("texts")
	o.Whole("whole")
	inner := o.Inner("inner")
	inner.Text("text")
	inner.Money("money")
	o.Money("money")
	return o.Faults(), true
}

func TestReadNamesEveryFault(t *testing.T) {
	for document, want := range map[string][]string{
		`{"text":"","texts":["a"],"whole":-1,"inner":{"text":"b","more":0},"money":{"amount":1.50,"currencyCode":"THB","more":0}}`: nil,
		`{"text":"x"}`: nil,
		`{}`:           {"text"},
		`{"Text":"x"}`: {"Text", "text"},
		`{"text":1}`:   {"text"}, `{"text":null}`: {"text"},
		`{"text":"","texts":"a"}`: {"texts"}, `{"text":"","texts":null}`: {"texts"}, `{"text":"","texts":["a",1,null]}`: {"texts[1]", "texts[2]"},
		`{"text":"","whole":"1"}`: {"whole"}, `{"text":"","whole":1.5}`: {"whole"}, `{"text":"","whole":null}`: {"whole"},
		`{"text":"","inner":[]}`: {"inner"}, `{"text":"","inner":null}`: {"inner"}, `{"text":"","inner":{"text":[]}}`: {"inner.text"},
		`{"text":"","inner":{"money":{"amount":"5","currencyCode":"THB"}}}`: {"inner.money.amount"},
		`{"text":"","money":5}`:                                    {"money"},
		`{"text":"","money":{}}`:                                   {"money.amount", "money.currencyCode"},
		`{"text":"","money":{"Amount":5}}`:                         {"money.amount", "money.currencyCode"},
		`{"text":"","money":{"currencyCode":764}}`:                 {"money.amount", "money.currencyCode"},
		`{"text":"","money":{"amount":null,"currencyCode":"THB"}}`: {"money.amount"},
	} {
		if got, ok := read(t, document); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", document, got, want)
		}
	}
	for _, document := range []string{`[]`, `"text"`, `5`, `null`, ``} {
		if _, ok := read(t, document); ok {
			t.Errorf("%q: taken for an object", document)
		}
	}
}
