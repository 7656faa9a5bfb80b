package body_test

import (
	"errors"
	"strings"
	"testing"

	"payapp/sandbox/internal/body"
)

func TestCheckBoundsTheDepthAndTakesJSONAlone(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for document, want := range map[string]error{
		`{}`:                              nil,
		nested(body.MaxDepth):             nil,
		nested(body.MaxDepth + 1):         body.ErrTooDeep,
		strings.Repeat(`{"a":`, 40) + `1`: body.ErrTooDeep, // whether or not it ends
		`{"a":"` + strings.Repeat("[", 99) + `"}`:   nil,
		`{"a":"\"` + strings.Repeat("[", 99) + `"}`: nil,
		`{"a\\":` + nested(body.MaxDepth) + `}`:     body.ErrTooDeep,
		`[` + strings.Repeat(`[],`, 99) + `[]]`:     nil,
		`{"a":1,"a":2}`:                             nil, // still JSON
		`{"a":"\ud800"}`:                            nil, // likewise
		`{`:                                         body.ErrNotJSON,
		``:                                          body.ErrNotJSON,
		"\ufeff{}":                                  body.ErrNotJSON,
		"{\"a\":\"\xff\"}":                          body.ErrNotJSON,
		"{\x00}\x00":                                body.ErrNotJSON, // {} in UTF-16
	} {
		if got := body.Check([]byte(document)); !errors.Is(got, want) || want == nil && got != nil {
			t.Errorf("%.60q: got %v, want %v", document, got, want)
		}
	}
}
