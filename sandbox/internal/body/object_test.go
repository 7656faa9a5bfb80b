package body_test

import (
	"slices"
	"testing"

	"payapp/sandbox/internal/body"
)

// read reads one property of each type.
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
	var list []string
	for _, fault := range o.Faults() {
		list = append(list, fault.Path+" "+string(fault.Reason))
	}
	return list, true
}

func TestReadNamesEveryFault(t *testing.T) {
	const (
		missing, wrongType, unknown     = " MISSING", " WRONG_TYPE", " UNKNOWN"
		amount, code, outside, notThere = "money.amount", "money.currencyCode", " OUT_OF_RANGE", " NOT_AVAILABLE"
	)
	for document, want := range map[string][]string{
		`{"text":"x","texts":["a"],"whole":-1,"inner":{"text":"b","more":0},"money":{"amount":1.50,"currencyCode":"THB"}}`: nil,
		`{"text":"x","money":{"amount":1,"currencyCode":"THB","Vat":0}}`:                                                   {"money.Vat" + unknown},
		`{"text":"x"}`: nil,
		`{"text":"x","money":{"amount":1e3,"currencyCode":"THB"}}`:          nil,
		`{"text":"x","money":{"amount":999999999999,"currencyCode":"JPY"}}`: nil,
		`{}`:           {"text" + missing},
		`{"text":""}`:  {"text" + missing},
		`{"Text":"x"}`: {"Text" + unknown, "text" + missing},
		`{"text":1}`:   {"text" + wrongType}, `{"text":null}`: {"text" + wrongType},
		`{"text":"x","texts":"a"}`: {"texts" + wrongType}, `{"text":"x","texts":null}`: {"texts" + wrongType},
		`{"text":"x","texts":["a",1,null]}`: {"texts[1]" + wrongType, "texts[2]" + wrongType},
		`{"text":"x","whole":"1"}`:          {"whole" + wrongType}, `{"text":"x","whole":1.5}`: {"whole" + wrongType},
		`{"text":"x","whole":null}`: {"whole" + wrongType}, `{"text":"x","whole":99999999999999999999}`: {"whole" + outside},
		`{"text":"x","inner":[]}`: {"inner" + wrongType}, `{"text":"x","inner":null}`: {"inner" + wrongType},
		`{"text":"x","inner":{"text":[]}}`:                                   {"inner.text" + wrongType},
		`{"text":"x","inner":{"money":{"amount":"5","currencyCode":"THB"}}}`: {"inner." + amount + wrongType},
		`{"text":"x","money":5}`:                                             {"money" + wrongType},
		`{"text":"x","money":{}}`:                                            {amount + missing, code + missing},
		`{"text":"x","money":{"Amount":5}}`:                                  {"money.Amount" + unknown, amount + missing, code + missing},
		`{"text":"x","money":{"currencyCode":764}}`:                          {amount + missing, code + wrongType},
		`{"text":"x","money":{"amount":null,"currencyCode":"THB"}}`:          {amount + wrongType},
		`{"text":"x","money":{"amount":1,"currencyCode":""}}`:                {code + missing},
		`{"text":"x","money":{"amount":"1","currencyCode":""}}`:              {amount + wrongType, code + missing},
		`{"text":"x","money":{"amount":1,"currencyCode":"XYZ"}}`:             {code + notThere},
		`{"text":"x","money":{"amount":1,"currencyCode":"thb"}}`:             {code + notThere},
		`{"text":"x","money":{"amount":0,"currencyCode":"THB"}}`:             {amount + outside},
		`{"text":"x","money":{"amount":-1,"currencyCode":"THB"}}`:            {amount + outside},
		`{"text":"x","money":{"amount":1.001,"currencyCode":"THB"}}`:         {amount + outside},
		`{"text":"x","money":{"amount":1e12,"currencyCode":"THB"}}`:          {amount + outside},
		`{"text":"x","money":{"amount":1e18,"currencyCode":"THB"}}`:          {amount + outside},
		`{"text":"x","money":{"amount":1e999,"currencyCode":"THB"}}`:         {amount + outside},
		`{"text":"x","money":{"amount":1e-99,"currencyCode":"THB"}}`:         {amount + outside},
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
