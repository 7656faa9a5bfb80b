package i18n

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"payapp/i18n/internal/source"
	"payapp/internal/testing/racing"
)

// read returns the messages of a language's file, none if there is no file.
func read(t *testing.T, tag string) []source.Message {
	t.Helper()
	data, err := os.ReadFile("messages/" + tag + ".json")
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	messages, err := source.Parse(data)
	if err != nil {
		t.Fatalf("%s.json: %v", tag, err)
	}
	return messages
}

// Every message of every language: texts that would show badly are refused.
// Missing and outdated ones aren't: they show in English, and `make i18n` lists
// them.
func TestTranslationsAreSound(t *testing.T) {
	english := map[string]source.Message{}
	for _, e := range read(t, "en") {
		english[e.Key] = e
	}
	for _, tag := range racing.Part(9, Tags()) {
		for _, m := range read(t, tag) {
			e := english[m.Key]
			if m.Same != "" || e.Key == "" || e.Same != "" || tag != "en" && m.Sum != source.SumOf(e) {
				continue
			}
			for _, fault := range faults(tag, e, m) {
				t.Errorf("%s.json: %s: %s", tag, m.Key, fault)
			}
		}
	}
}

func TestUnsoundTranslationsAreFound(t *testing.T) {
	plural := func(forms ...string) source.Message {
		m := source.Message{Key: "options.found", Forms: map[string]string{}}
		for i := 0; i < len(forms); i += 2 {
			m.Forms[forms[i]] = forms[i+1]
		}
		return m
	}
	tests := []struct {
		tag           string
		english, made source.Message
		want          string
	}{
		{"de", source.Message{Text: "{{.A}} of {{.B}}"}, source.Message{Text: "{{.A}} von"}, "lacks {{.B}}"},
		{"de", source.Message{Text: "{n} min left"}, source.Message{Text: "noch Minuten"}, "lacks {n}"},
		{"de", source.Message{Text: "one\ntwo"}, source.Message{Text: "eins zwei"}, "line"},
		{"de", source.Message{Text: "Your UPI ID"}, source.Message{Text: "Ihre Kennung"}, "lacks the name UPI"},
		{"de", source.Message{Text: "a"}, source.Message{Text: "a "}, "space"},
		{"de", source.Message{Text: "a b"}, source.Message{Text: "a  b"}, "space"},
		{"de", source.Message{Text: "a"}, source.Message{Text: "<b>a</b>"}, "U+003C"},
		{"de", source.Message{Text: "a"}, source.Message{Text: "der \"Laden\""}, "U+0022"},
		{"de", source.Message{Text: "a"}, source.Message{Text: "a\u202eb"}, "U+202E"},
		{"de", source.Message{Text: "a"}, source.Message{Text: "a\u200bb"}, "U+200B"},
		{"de", source.Message{Text: "a"}, source.Message{Text: "a\ufffd"}, "U+FFFD"},
		{"ar", source.Message{Text: "12 digits"}, source.Message{Text: "١٢ رقما"}, "digits other than 0 to 9"},
		{"de", source.Message{Text: "e\u0301"}, source.Message{Text: "e\u0301"}, "NFC"},
		{"ar", source.Message{Text: "{{.A}} ({{.B}})"}, source.Message{Text: "{{.A}} ({{.B}})"}, "needs U+200F"},
		{"pl", plural("one", "a", "other", "b"), plural("one", "a", "other", "b"), "needs one, few, many"},
		{"th", plural("one", "a", "other", "b"), plural("one", "a", "other", "b"), "needs other"},
		{"de", source.Message{Key: "common.copy", Text: "Copy"}, source.Message{Key: "common.copy", Text: "In die Zwischenablage kopieren"}, "room for"},
	}
	for _, tt := range tests {
		if got := strings.Join(faults(tt.tag, tt.english, tt.made), "; "); !strings.Contains(got, tt.want) {
			t.Errorf("%s %q: got %q, want %q", tt.tag, tt.made.Text, got, tt.want)
		}
	}
	for _, words := range []string{"\u200f{{.A}} ({{.B}})", "{{.A}} يوم {{.B}}", "{{.A}}"} {
		if got := faults("ar", source.Message{Text: words}, source.Message{Text: words}); got != nil {
			t.Errorf("%q has %q", words, got)
		}
	}
	if got := faults("th", source.Message{Text: "Copy {{.A}}"}, source.Message{Text: "คัด\u2060ลอก\u200b {{.A}}"}); got != nil {
		t.Errorf("a sound translation has %q", got)
	}
}

// faults lists what is wrong with a translation m of an English message.
func faults(tag string, english, m source.Message) []string {
	var found []string
	if m.Forms != nil {
		var has []string
		for _, category := range source.Categories {
			if _, ok := m.Forms[category]; ok {
				has = append(has, category)
			}
		}
		if needs := Categories(tag); !slices.Equal(has, needs) {
			found = append(found, fmt.Sprintf("has the plural forms %s, needs %s", strings.Join(has, ", "), strings.Join(needs, ", ")))
		}
	}
	first := english.Words()[len(english.Words())-1]
	for _, words := range m.Words() {
		found = append(found, faultsOf(tag, first, words)...)
		if room := room(m.Key); room > 0 && columns(words) > room {
			found = append(found, fmt.Sprintf("%q takes %d columns, there is room for %d", words, columns(words), room))
		}
	}
	return found
}

// turns reports whether a message in a right-to-left language only joins
// variables. Within another message or a <bdi> its first letter determines the
// direction, and with only isolated variables there is none.
func turns(tag, words string) bool {
	rest := variable.ReplaceAllString(words, "")
	return slices.Contains([]string{"ar", "he"}, tag) && len(variable.FindAllString(words, -1)) > 1 &&
		!strings.HasPrefix(words, "\u200f") && !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsLetter(r) && isRTL(r) })
}

var (
	scripted = regexp.MustCompile(`(?:^|[^{])(\{[a-z]+\})`)
	// kept are names that are never translated.
	kept = regexp.MustCompile(`\b(UPI|UTR|RRN|IFSC|CBU|CVU|CUIT|CUIL|CNPJ|NUBAN|ShapID|PIN|katakana)\b`)
)

func faultsOf(tag, english, words string) []string {
	var found []string
	for _, v := range variable.FindAllString(english, -1) {
		if !strings.Contains(words, v) && !strings.Contains(v, countVar) {
			found = append(found, "lacks "+v)
		}
	}
	for _, v := range scripted.FindAllStringSubmatch(english, -1) {
		if !strings.Contains(words, v[1]) {
			found = append(found, "lacks "+v[1])
		}
	}
	for _, name := range kept.FindAllString(english, -1) {
		if name != "katakana" && name != "PIN" && !strings.Contains(words, name) {
			found = append(found, "lacks the name "+name)
		}
	}
	if strings.Count(english, "\n") != strings.Count(words, "\n") {
		found = append(found, "has other line breaks than English")
	}
	if strings.TrimSpace(words) != words || strings.Contains(words, "  ") || strings.Contains(words, " \n") || strings.Contains(words, "\n ") {
		found = append(found, "has a space at an end, or two")
	}
	if turns(tag, words) {
		found = append(found, "needs U+200F at its beginning: its variables would stand from left to right")
	}
	if !norm.NFC.IsNormalString(words) {
		found = append(found, "isn't in NFC")
	}
	for _, r := range variable.ReplaceAllString(words, "") {
		switch {
		case r >= '0' && r <= '9':
		case unicode.IsDigit(r):
			found = append(found, "has digits other than 0 to 9")
		case forbidden(tag, r):
			found = append(found, fmt.Sprintf("has %U", r))
		}
	}
	return found
}

// invisible are invisible characters that some scripts need: joiners for letter
// forms, and breaks in scripts without spaces.
var invisible = map[rune][]string{
	'\u200b': {"th", "lo", "km", "my"},                                   // a line may break here
	'\u2060': {"th", "lo", "km", "my", "ja", "zh-Hant", "zh-Hans", "ko"}, // no line break here
	'\u2002': {"th", "lo"},                                               // a sentence ends here
	'\u200c': {"hi", "mr", "bn", "ta", "te", "ur"},
	'\u200d': {"hi", "mr", "bn", "ta", "te", "ur"},
	'\u200e': {"ar", "he", "ur"},
	'\u200f': {"ar", "he", "ur"},
	'\u00ad': {"de", "nl", "sv", "da", "nb", "fi", "hu", "af", "zu"}, // a long word may break here
}

// forbidden are characters that no message may contain: markup, straight double
// quotes, and invisible ones.
func forbidden(tag string, r rune) bool {
	if tags, ok := invisible[r]; ok {
		return !slices.Contains(tags, tag)
	}
	switch r {
	case '\n', '\u00a0', '\u202f', '\u2011':
		return false
	case '<', '>', '"', '`', '\\', '\ufffd', '\u3000':
		return true
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Co, r)
}

// rooms are how many columns of text there is room for on a narrow phone, by
// the keys' pattern: the first that fits.
var rooms = []struct {
	keys *regexp.Regexp
	room int
}{
	{regexp.MustCompile(`^common\.(copy|copied|changeMethod|share|print)$`), 20},
	{regexp.MustCompile(`^common\.step\.`), 24},
	{regexp.MustCompile(`^common\.(optional|language|payTo|amount)$`), 24},
	{regexp.MustCompile(`^common\.month\.`), 14},
	{regexp.MustCompile(`^instructions\.row\.`), 48},
	{regexp.MustCompile(`^status\.receipt\.`), 40},
	{regexp.MustCompile(`^method\..*\.name$`), 48},
	{regexp.MustCompile(`^(options\.(continue|searchButton|searchClear)|reference\.submit|common\.refresh|common\.tryAgain|instructions\.(paid|saveQR|copyQR))$`), 40},
}

func room(key string) int {
	for _, r := range rooms {
		if r.keys.MatchString(key) {
			return r.room
		}
	}
	return 0
}

// columns is how wide a text is: a wide letter of East Asia takes two, what
// stands on or under another none.
func columns(s string) int {
	n := 0
	for _, r := range variable.ReplaceAllString(s, "") {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
