package i18n

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"payapp/i18n/internal/source"
)

// term is a row of a glossary's table of terms.
type term struct {
	name  string
	words []string // any of these counts
	in    []string // keys of messages that contain it; only in the English glossary
}

// terms reads the table of a language's glossary.
func terms(t *testing.T, tag string) []term {
	t.Helper()
	data, err := os.ReadFile("messages/glossary." + tag + ".md")
	if err != nil {
		t.Fatalf("%v: docs/howto/add-a-language.md says what belongs into it", err)
	}
	_, table, _ := strings.Cut(string(data), "\n## Terms\n")
	var found []term
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|-") || len(cells) < 2 || strings.TrimSpace(cells[0]) == "Term" {
			continue
		}
		row := term{name: strings.TrimSpace(cells[0]), words: list(cells[1])}
		if len(cells) > 2 {
			row.in = list(cells[2])
		}
		found = append(found, row)
	}
	return found
}

var comma = regexp.MustCompile(`\s*[,،、，]\s*`)

func list(cell string) []string {
	return slices.DeleteFunc(comma.Split(strings.TrimSpace(cell), -1), func(s string) bool { return s == "" })
}

// One word for one thing: messages contain the glossary's word wherever the
// English glossary says that they name the thing.
func TestMessagesHaveTheWordsOfTheGlossary(t *testing.T) {
	english := terms(t, "en")
	if len(english) < 20 {
		t.Fatalf("only %d terms were found", len(english))
	}
	same := map[string]string{}
	for _, e := range read(t, "en") {
		same[e.Key] = e.Same
	}
	for _, tag := range Tags() {
		messages := map[string]source.Message{}
		for _, m := range read(t, tag) {
			messages[m.Key] = m
		}
		if len(messages) == 0 {
			continue
		}
		theirs := terms(t, tag)
		for _, e := range english {
			at := slices.IndexFunc(theirs, func(their term) bool { return their.name == e.name })
			if at < 0 || len(theirs[at].words) == 0 {
				t.Errorf("glossary.%s.md has no word for %q", tag, e.name)
				continue
			}
			for _, key := range e.in {
				if _, there := same[key]; !there {
					t.Errorf("glossary.en.md: %s: no message %s", e.name, key)
				}
				if same[key] != "" {
					key = same[key]
				}
				m, there := messages[key]
				if there && !slices.ContainsFunc(theirs[at].words, func(word string) bool {
					return strings.Contains(plainly(strings.Join(m.Words(), "\n")), plainly(word))
				}) {
					t.Errorf("%s.json: %s is %q, without the glossary's %q for %q", tag, key, m.Words(), theirs[at].words, e.name)
				}
			}
		}
		for _, their := range theirs {
			if !slices.ContainsFunc(english, func(e term) bool { return e.name == their.name }) {
				t.Errorf("glossary.%s.md has the term %q, glossary.en.md hasn't", tag, their.name)
			}
		}
	}
}

// unseen are characters that separate or join words invisibly.
var unseen = strings.NewReplacer("\u2060", "", "\u200b", "", "\u00ad", "", "\u00a0", " ", "\u2011", "-", "’", "'")

func plainly(s string) string { return strings.ToLower(unseen.Replace(norm.NFC.String(s))) }
