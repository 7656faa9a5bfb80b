package i18n

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSentencesAreAsTranslatorsHaveThem(t *testing.T) {
	b, err := load(fstest.MapFS{
		"en.json": {Data: []byte(`{"a": "Pay {{.X}} now", "b": {"one": "{{.PluralCount}} bank", "other": "{{.PluralCount}} banks"}, "c": "Pay"}`)},
		"th.json": {Data: []byte(`{}`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range b.Match("en", "", "").Sentences() {
		got = append(got, s.Key+": "+strings.Join(s.Forms, " | "))
		if s.Foreign {
			t.Errorf("%s is foreign in English", s.Key)
		}
	}
	if want := []string{"a: Pay {{.X}} now", "b: {{.PluralCount}} bank | {{.PluralCount}} banks", "c: Pay"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, s := range b.Match("th", "", "").Sentences() {
		if !s.Foreign || strings.Contains(s.Forms[0], foreignBegin) {
			t.Errorf("%s in Thai: %+v", s.Key, s)
		}
	}
}

// Each message shows its own key, even if it shares a text, and its variables.
func TestKeysAsALanguage(t *testing.T) {
	b, err := LoadWithPseudo()
	if err != nil {
		t.Fatal(err)
	}
	l := b.Match(PseudoKeys, "", "")
	if got, want := l.CommonOrder("17"), "⟦common.order⟧ 17"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := l.CommonCopy(), "⟦common.copy⟧"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, s := range l.Sentences() {
		for _, words := range s.Forms {
			if !strings.HasPrefix(words, KeyBegin+s.Key+KeyEnd) {
				t.Errorf("%s says %q", s.Key, words)
			}
		}
	}
	for _, real := range b.Locales() {
		for _, s := range real.Sentences() {
			if words := strings.Join(s.Forms, ""); strings.Contains(words, KeyBegin) || strings.Contains(words, KeyEnd) {
				t.Errorf("%s: %s has the brackets of keys", real.Tag(), s.Key)
			}
		}
	}
}
