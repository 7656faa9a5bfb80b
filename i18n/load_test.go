package i18n

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestLoadRefuses(t *testing.T) {
	tests := []struct{ name, english, thai, want string }{
		{"a variable that English lacks", `{"a": "{{.X}}"}`, `{"a": "{{.Y}}"}`, "Y: variable"},
		{"a message that English lacks", `{"a": "x"}`, `{"b": "x"}`, "b: not in English"},
		{"braces that are no variable", `{"a": "{{if .X}}"}`, `{"a": "x"}`, "braces"},
		{"a language without messages", `{"a": "x"}`, `{}`, "no messages for th"},
		{"broken JSON", `{"a": `, `{"a": "x"}`, "unexpected end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load(fstest.MapFS{
				"messages/pages.en.json": {Data: []byte(tt.english)},
				"messages/pages.th.json": {Data: []byte(tt.thai)},
			})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
}
