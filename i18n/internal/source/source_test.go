package source

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const english = `{
  "common.copy": "Copy",
  "common.found": {
    "one": "one",
    "other": "many"
  },
  "common.again": "=common.copy",

  "method.PIXQR.name": {"name": "Pix"},

  "status.paid": "Paid"
}
`

func parsed(t *testing.T, file string) []Message {
	t.Helper()
	messages, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return messages
}

func TestFilesAreWrittenAsTheyWereRead(t *testing.T) {
	if diff := cmp.Diff(english, string(Format(parsed(t, english)))); diff != "" {
		t.Error(diff)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, file := range []string{"", "[]", `{"a": 1}`, `{"a": ["x"]}`, `{"a": {"one": {}}}`, `{"a #12345": "x"}`, `{"a": "x"} {}`, `{"a": "x"`, `{"a": {"few of": "x"}}`} {
		if got, err := Parse([]byte(file)); err == nil {
			t.Errorf("%s is read as %v", file, got)
		}
	}
}

// The life of a language: what it needs, its translation, and changes of
// English.
func TestATranslationFollowsItsEnglish(t *testing.T) {
	en := parsed(t, english)
	todo := Untranslated(en, nil, []string{"one", "few", "many"})
	want := `{
  "common.copy #` + SumOf(en[0]) + `": "Copy",
  "common.found #` + SumOf(en[1]) + `": {
    "one": "one",
    "few": "many",
    "many": "many"
  },

  "status.paid #` + SumOf(en[4]) + `": "Paid"
}
`
	if diff := cmp.Diff(want, string(Format(todo))); diff != "" {
		t.Fatal(diff)
	}
	theirs := Merge(en, nil, todo) // a name needs no translation
	if r := Compare(en, theirs); r.Open() != 0 || len(r.Gone) != 0 {
		t.Errorf("a language that is complete has %+v", r)
	}
	changed := parsed(t, strings.Replace(english, `"Copy"`, `"Copy it"`, 1))
	theirs = append(theirs[1:], Message{Key: "old", Text: "x"}, Message{Key: "common.again", Text: "x"}, Message{Key: "common.copy", Sum: SumOf(en[0]), Text: "x"})
	theirs[1].Sum = ""
	if diff := cmp.Diff(Report{Stale: []string{"common.copy"}, Unread: []string{"status.paid"}, Gone: []string{"common.again", "old"}}, Compare(changed, theirs)); diff != "" {
		t.Error(diff)
	}
	read := func(right bool) (Report, []Message) {
		stamped := Stamp(changed, theirs, func(e, m Message) bool {
			if e.Key != m.Key || m.Sum == SumOf(e) {
				t.Errorf("%+v is to be read beside %+v", m, e)
			}
			return right
		})
		return Compare(changed, stamped), stamped
	}
	if r, stamped := read(true); r.Open() != 0 || len(r.Gone) != 0 || stamped[0].Key != "common.copy" {
		t.Errorf("after stamping: %+v", r)
	}
	if r, _ := read(false); r.Open() != 2 || len(r.Gone) != 0 {
		t.Errorf("stamped although not right: %+v", r)
	}
	own := append(slices.Clone(theirs), Message{Key: "method.PIXQR.name", Sum: "000000", Text: "พิกซ์"})
	if r := Compare(changed, own); !slices.Contains(r.Stale, "method.PIXQR.name") {
		t.Errorf("a language's own form of an older name isn't stale: %+v", r)
	}
	if r := Compare(changed, nil); len(r.Missing) != 3 {
		t.Errorf("a language without messages lacks %v", r.Missing)
	}
}
