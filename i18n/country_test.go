package i18n

import (
	"testing"

	"payapp/i18n/internal/source"
	"payapp/methods"
)

func sumOf(english string) string { return source.SumOf(source.Message{Text: english}) }

// all is the Bundle of all languages, for tests that need no files.
func all(t *testing.T) *Bundle {
	t.Helper()
	files := map[string]string{"en": `{"a": "x"}`}
	for _, tag := range Tags()[1:] {
		files[tag] = `{}`
	}
	return loaded(t, files)
}

func TestCountriesHaveNamesInEveryLanguage(t *testing.T) {
	b := all(t)
	for _, l := range b.Locales() {
		for _, m := range methods.Default().All() {
			if m.Country == "" {
				continue
			}
			if name := l.Country(m.Country); name == "" || name == m.Country {
				t.Errorf("%s has no name for %s", l.Tag(), m.Country)
			}
		}
	}
	for _, tt := range []struct{ lang, code, want string }{
		{"en", "PH", "Philippines"}, {"th", "TW", "ไต้หวัน"}, {"zh-Hant", "TW", "台灣"}, {"zh-Hans", "TW", "台湾"},
		{"nb", "PH", "Filippinene"}, {"pt-BR", "KE", "Quênia"}, {"pt-PT", "KE", "Quénia"}, {"lo", "LA", "ລາວ"},
		{"en", "XX", ""}, {"en", "Elbonia", ""}, {"en", "", ""}, {"en", "419", ""},
	} {
		if got := b.Match(tt.lang, "", "").Country(tt.code); got != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.lang, tt.code, got, tt.want)
		}
	}
}
