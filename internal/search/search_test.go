package search_test

import (
	"slices"
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/internal/search"
)

func TestOperators(t *testing.T) {
	all := []apiclient.Operator{
		{Code: "VCB", Name: "Vietcombank"}, {Code: "KBANK", Name: "Kasikornbank"}, {Code: "MB", Name: "Ngân hàng Quân đội"},
	}
	for query, want := range map[string][]string{
		"":                    {"VCB", "KBANK", "MB"},
		"kbank":               {"KBANK"},        // a code
		"viet com":            {"VCB"},          // spaces aside
		"quan doi":            {"MB"},           // without marks
		"ＫＡＳＩ":                {"KBANK"},        // letters of another width
		"vietcomnank":         {"VCB"},          // a wrong letter
		"bank":                {"VCB", "KBANK"}, // what contains it goes before what resembles it
		"mb bank":             {"VCB"},          // found only with other letters: it ends in "mbank"
		"xyz":                 nil,
		"b b b b b b b b xyz": {"VCB", "KBANK", "MB"}, // of a query eight words count, and 64 letters
		"vietcom" + strings.Repeat(" ", 60) + "xyz": {"VCB"},
	} {
		var got []string
		for _, op := range search.Operators(all, query) {
			got = append(got, op.Code)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}
