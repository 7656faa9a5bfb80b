package i18n

import (
	"strings"
	"testing"
)

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
		{"the browser's second language", "", "", "eo,th;q=0.5", "th"},
		{"region of the address", "en-ZA", "", "th", "en"},
		{"unknown in the address", "tlh", "", "th", "th"},
		{"a Shan reader who also reads Thai", "", "", "shn,th;q=0.8", "th"},
		{"Taiwan with its script", "zh-Hant-TW", "", "", "zh-Hant"},
		{"nonsense everywhere", "%%", "\x00", ";;;q=9", "en"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := b.Match(tt.lang, tt.remembered, tt.header).Tag(); got != tt.want {
				t.Errorf("Match(%q, %q, %q) = %s, want %s", tt.lang, tt.remembered, tt.header, got, tt.want)
			}
		})
	}
}

// Browsers send parts that can't be read; they spoil none of the others.
func TestFault71_WishesThatCannotBeReadWhole(t *testing.T) {
	b := setup(t)
	for header, want := range map[string]string{
		"th-TH,th;q=0.97,en-EN;q=0.47,-BE;q=0.43": "th", "-BE;q=0.4,th;q=0.3": "th", "th;q=abc,en;q=0.1": "th", "th;level=1;q=0.8": "th", "en;level=1;q=0.1,th;q=0.9": "th",
		"zh_TW": "zh-Hant", "th_TH,en;q=0.5": "th", "*": "en", "*,th": "th", "q=0.5": "en", "q=0.5,th": "th", "th;q=": "th", "a-very-long-language-tag,th": "th", "\xe9,th": "th",
		"C": "en", "POSIX": "en", ",,th,": "th", " th ; q=0.9 , en ; q=1.0": "en",
	} {
		if got := b.Match("", "", header).Tag(); got != want {
			t.Errorf("%q: got %s, want %s", header, got, want)
		}
	}
}

// Of what a browser wishes the first 200 bytes are read, by whole wishes.
func TestALongWishIsCut(t *testing.T) {
	b := loaded(t, map[string]string{"en": `{"a": "x"}`, "de": `{}`, "th": `{}`})
	for wish, want := range map[string]string{
		strings.Repeat("xx;q=0.1,", 10) + "de": "de", strings.Repeat("xx;q=0.1,", 40) + "de": "en",
		strings.Repeat("xx,", 65) + "th-TH-u-nu-latn": "en", "th," + strings.Repeat("xx;q=0.1,", 40): "th", strings.Repeat("x", 400): "en",
	} {
		if got := b.Match("", "", wish).Tag(); got != want {
			t.Errorf("of %d bytes: got %s, want %s", len(wish), got, want)
		}
	}
}

// With all languages, everybody gets the nearest one.
func TestMatchOfAllLanguages(t *testing.T) {
	b := all(t)
	if got := len(b.Locales()); got != len(Tags()) {
		t.Errorf("%d languages, want %d", got, len(Tags()))
	}
	for _, tag := range Tags() {
		if got := b.Match(tag, "", "").Tag(); got != tag {
			t.Errorf("?lang=%s gives %s", tag, got)
		}
	}
	for wish, want := range map[string]string{
		"zh-CN": "zh-Hans", "zh": "zh-Hans", "zh-SG": "zh-Hans", "zh-HK": "zh-Hant", "zh-TW": "zh-Hant", "zh-MO": "zh-Hant", "yue-HK": "zh-Hant",
		"pt": "pt-BR", "pt-BR": "pt-BR", "pt-PT": "pt-PT", "pt-AO": "pt-PT",
		"es": "es", "es-ES": "es", "es-MX": "es-419", "es-AR": "es-419", "es-CO": "es-419", "es-US": "es-419",
		"nb-NO": "nb", "no": "nb", "nn-NO": "nb", "fil-PH": "fil", "tl": "fil", "tl-PH": "fil", "he-IL": "he", "iw": "he", "iw-IL": "he",
		"id-ID": "id", "in": "id", "in-ID": "id", "ms-MY": "ms", "sw-KE": "sw", "ar-EG": "ar", "fr-CA": "fr", "de-CH": "de", "en-ZA": "en",
		"cmn-Hant-TW": "zh-Hant", "cmn": "zh-Hans", "wuu": "zh-Hans", "zh_CN.UTF-8": "zh-Hans", "th_TH.UTF-8": "th", "de_DE@euro": "de", "C.UTF-8": "en",
		"my-MM": "my", "km-KH": "km", "lo-LA": "lo", "bn-IN": "bn", "da": "da", "sv-FI": "sv", "nl-BE": "nl",
	} {
		if got := b.Match("", "", wish+",en;q=0.1").Tag(); got != want {
			t.Errorf("Accept-Language %s gives %s, want %s", wish, got, want)
		}
	}
}

// Whoever reads none that there is gets the one that CLDR says most of them read, after
// all that they said themselves; and English where CLDR isn't sure: Serbian in either
// script has none nearer here.
func TestMatchOfLanguagesThatAreNotThere(t *testing.T) {
	b := setup(t)
	for header, want := range map[string]string{
		"jv": "id", "su-ID": "id", "ceb": "fil", "gsw-CH": "de", "lb": "de", "gl": "es-419", "kk": "ru", "br": "fr", "fy": "nl", "fo": "da", "ku": "tr",
		"jv,en;q=0.5": "en", "gsw-CH,fr;q=0.5": "fr", "ka,ceb;q=0.5": "fil",
		"sr-Latn": "en", "sr-Latn-RS,sr;q=0.9": "en", "sr_Cyrl_RS": "en", "hr": "en", "bs-Latn": "en", "hi-Latn": "en", "ar-Latn": "en", "ka": "en", "eo": "en", "tlh": "en",
	} {
		if got := b.Match("", "", header).Tag(); got != want {
			t.Errorf("%s: got %s, want %s", header, got, want)
		}
	}
}

// CLDR's plural categories of whole numbers, as its chart has them.
func TestPluralCategories(t *testing.T) {
	want := map[string]string{
		"pl": "one few many", "ru": "one few many", "uk": "one few many", "cs": "one few other", "ro": "one few other",
		"ar": "zero one two few many other", "he": "one two many other",
	}
	for _, tag := range []string{"th", "vi", "id", "ms", "zh-Hant", "zh-Hans", "ja", "ko", "lo", "km", "my"} {
		want[tag] = "other"
	}
	for _, tag := range Tags() {
		if want[tag] == "" {
			want[tag] = "one other"
		}
		if got := strings.Join(Categories(tag), " "); got != want[tag] {
			t.Errorf("%s: %s, want %s", tag, got, want[tag])
		}
	}
}

func TestPluralFormsFollowTheLanguage(t *testing.T) {
	b := loaded(t, map[string]string{
		"en": `{"a": {"one": "{{.PluralCount}} bank of {{.X}}", "other": "{{.PluralCount}} banks of {{.X}}"}}`,
		"pl": `{"a #d4334e": {"one": "{{.PluralCount}} bank {{.X}}", "few": "{{.PluralCount}} banki {{.X}}", "many": "{{.PluralCount}} banków {{.X}}"}}`,
	})
	l := b.Match("pl", "", "")
	for n, want := range map[int]string{0: "0 banków 9", 1: "1 bank 9", 2: "2 banki 9", 5: "5 banków 9", 12: "12 banków 9", 22: "22 banki 9", 101: "101 banków 9"} {
		if got := l.Format("a", map[string]any{countVar: n, "X": 9}); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}
