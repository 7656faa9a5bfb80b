package gallery_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/i18n"
	"payapp/views/gallery"
)

// Ours: in languages without full stops no sentence on money begins or ends a line of
// another: each is an element of its own, which base.css gives a line of its own. Joined
// by a space, "don't pay again" would become a condition: "don't pay again if …".
func TestNoSentenceOnMoneyRunsIntoAnother(t *testing.T) {
	for _, tag := range []string{"th", "lo"} {
		l := setup(t).Match(tag, "", "")
		all, money := sentences(l, ""), regexp.MustCompile(strings.Join(sentences(l, onMoney), "|"))
		whole := regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
		seen := 0
		for _, e := range gallery.Moments() {
			p := parse(t, render(t, e, l))
			for n := range p.all("main")[0].Descendants() {
				if n.Type != html.TextNode || slices.Contains([]string{"button", "a", "noscript"}, n.Parent.Data) {
					continue
				}
				line := strings.TrimSpace(n.Data)
				if strings.Contains(line, i18n.Wide) {
					t.Errorf("%s: %s: two sentences are one line: %s", tag, e.Name, line)
				}
				switch part := money.FindString(line); {
				case part == "":
				case part == line || whole.MatchString(line):
					seen++
				default:
					t.Errorf("%s: %s: %q isn't alone: %s", tag, e.Name, part, line)
				}
			}
		}
		if seen < 100 {
			t.Errorf("%s: only %d sentences on money were seen", tag, seen)
		}
	}
}

// onMoney are the messages that say what to do, or not to do, about money.
const onMoney = `^(money\.|waiting\.money|status\.(differs|unpaid)|reference\.saved$|instructions\.(later\.after|warning\.)|.*\.money$)`

// sentences are patterns of the sentences of messages, long enough to be told from
// others. Names and numbers in them are in other letters.
func sentences(l *i18n.Locale, keys string) (patterns []string) {
	variable := regexp.MustCompile(`\\\{\\\{\\\.[A-Za-z]+\\\}\\\}`)
	for _, s := range l.Sentences() {
		if !regexp.MustCompile(keys).MatchString(s.Key) {
			continue
		}
		for _, sentence := range strings.Split(s.Forms[0], i18n.Wide) {
			if written := regexp.QuoteMeta(sentence); len(variable.ReplaceAllString(written, "")) > 30 { // ten letters
				patterns = append(patterns, variable.ReplaceAllString(written, `[^\p{Thai}\p{Lao}]+`))
			}
		}
	}
	return patterns
}
