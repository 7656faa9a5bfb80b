package i18n

import "testing"

func setup(t *testing.T) *Bundle {
	t.Helper()
	b, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMatch(t *testing.T) {
	b := setup(t)
	tests := []struct {
		name, lang, remembered, header, want string
	}{
		{"nothing said", "", "", "", "en"},
		{"the address wins", "th", "en", "en-GB,en;q=0.9", "th"},
		{"then the last choice", "", "th", "en-GB", "th"},
		{"then the browser", "", "", "th-TH,th;q=0.9,en;q=0.8", "th"},
		{"the browser's second language", "", "", "sv-SE,th;q=0.5", "th"},
		{"region of the address", "en-ZA", "", "th", "en"},
		{"unknown in the address", "tlh", "", "th", "th"},
		{"a Lao reader who also reads Thai", "", "", "lo,th;q=0.8", "th"},
		{"Taiwan without its script", "", "", "zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant-TW"},
		{"Taiwan with its script", "zh-Hant-TW", "", "", "zh-Hant-TW"},
		{"Hong Kong", "", "", "zh-HK", "zh-Hant-TW"},
		{"Simplified script, before English", "", "", "zh-CN,en;q=0.8", "zh-Hant-TW"},
		{"Indonesian's old name", "in", "", "", "id"},
		{"Malay isn't Indonesian", "", "", "ms-MY,en;q=0.8", "ms"},
		{"Hindi in Latin letters reads English", "", "", "hi-Latn,en;q=0.8", "en"},
		{"nonsense everywhere", "%%", "\x00", ";;;q=9", "en"},
		{"long header is cut at a comma", "", "", "th," + longHeader, "th"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := b.Match(tt.lang, tt.remembered, tt.header).Tag(); got != tt.want {
				t.Errorf("Match(%q, %q, %q) = %s, want %s", tt.lang, tt.remembered, tt.header, got, tt.want)
			}
		})
	}
}

var longHeader = func() string {
	s := ""
	for range 500 {
		s += "sv;q=0.1,"
	}
	return s
}()
