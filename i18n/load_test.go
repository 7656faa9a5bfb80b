package i18n

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"payapp/i18n/internal/source"
)

// loaded are languages made from these files.
func loaded(t *testing.T, files map[string]string) *Bundle {
	t.Helper()
	from := fstest.MapFS{}
	for tag, content := range files {
		from[tag+".json"] = &fstest.MapFile{Data: []byte(content)}
	}
	b, err := load(from)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A language with a file is offered, however incomplete: missing, outdated and
// unstamped messages show in English, between marks.
func TestWhatIsNotTranslatedShowsInEnglish(t *testing.T) {
	b := loaded(t, map[string]string{
		"en": `{"a": "yes", "b": "{{.X}} no", "c": {"one": "one", "other": "{{.PluralCount}}"}, "d": "=a", "e": "new"}`,
		"th": `{"a #8a7988": "ใช่", "b #000000": "{{.Gone}}", "e": "ใหม่", "gone #123456": "x"}`,
	})
	th := b.Match("th", "", "")
	if got := th.Tag(); got != "th" {
		t.Fatalf("th isn't offered: %s", got)
	}
	for key, want := range map[string]string{
		"a": "ใช่", "d": "ใช่", // d shares a's text
		"b": foreignBegin + "1 no" + foreignEnd, "e": foreignBegin + "new" + foreignEnd, "c": foreignBegin + "7" + foreignEnd,
	} {
		if got := th.Format(key, map[string]any{"X": 1, countVar: 7}); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	if len(b.Locales()) != 2 || b.Match("vi", "", "").Tag() != "en" {
		t.Error("a language without a file is offered")
	}
}

// A name is entered once: it is no language's foreign word, and one that writes
// it otherwise has its own.
func TestNamesNeedNoTranslation(t *testing.T) {
	const english = `{"a": {"name": "Pix"}, "b": "=a", "c": {"name": "PromptPay"}}`
	sum := source.SumOf(source.Message{Text: "PromptPay"})
	b := loaded(t, map[string]string{"en": english, "th": `{"c #` + sum + `": "พร้อมเพย์"}`, "de": `{"c #000000": "old"}`})
	for tag, want := range map[string][3]string{
		"en": {"Pix", "Pix", "PromptPay"}, "th": {"Pix", "Pix", "พร้อมเพย์"}, "de": {"Pix", "Pix", "PromptPay"},
	} {
		l := b.Match(tag, "", "")
		if got := [3]string{l.Text("a"), l.Text("b"), l.Text("c")}; got != want {
			t.Errorf("%s: got %q, want %q", tag, got, want)
		}
	}
}

// check reads all languages, and says what is wrong with them.
func check(from fs.FS) error {
	e, err := loadEnglish(from)
	if err != nil {
		return err
	}
	names, err := fs.Glob(from, fileOf("*"))
	if err != nil {
		return err
	}
	for _, name := range names {
		tag := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if !slices.Contains(Tags(), tag) {
			return fmt.Errorf("%s is in no row of languages.go", name)
		}
		if _, err := e.load(from, tag); err != nil {
			return err
		}
	}
	return nil
}

func TestLoadRefuses(t *testing.T) {
	tests := []struct{ name, english, thai, want string }{
		{"a variable that English lacks", `{"a": "{{.X}}"}`, `{"a #35a4c0": "{{.Y}}"}`, "Y: variable"},
		{"variables that no longer stand", `{"a": "{{.X}}"}`, `{"a #35a4c0": "{{.X"}`, "braces"},
		{"braces that are no variable", `{"a": "{{if .X}}"}`, `{"a": "x"}`, "braces"},
		{"words in the place of plural forms", `{"a": {"other": "x"}}`, `{"a #2d7116": "x"}`, "plural forms"},
		{"no words", `{"a": "x"}`, `{"a #2d7116": " "}`, "no words"},
		{"a sum that is none", `{"a": "x"}`, `{"a #XYZ": "x"}`, "a: six hex"},
		{"a form that no language has", `{"a": "x"}`, `{"a": {"some": "x"}}`, "plural category"},
		{"a key twice", `{"a": "x"}`, `{"a": "x", "a #2d7116": "x"}`, "a: given twice"},
		{"the words of nothing", `{"a": "=b"}`, `{}`, "no message"},
		{"broken JSON", `{"a": `, `{"a": "x"}`, "unexpected EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := check(fstest.MapFS{
				"en.json": {Data: []byte(tt.english)},
				"th.json": {Data: []byte(tt.thai)},
			})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
}

// Every language that is embedded can be read, and one that can't be read shows
// in English.
func TestLanguagesAreReadWhenTheyAreUsed(t *testing.T) {
	if err := check(files); err != nil {
		t.Error(err)
	}
	b := loaded(t, map[string]string{"en": `{"a": "yes"}`, "th": `{"a": `})
	if got, want := b.Match("th", "", "").Text("a"), foreignBegin+"yes"+foreignEnd; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
