package i18n

import (
	"cmp"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/text/language"
)

// maxWish limits the part of a header that is parsed, in bytes; browsers send
// far less.
const maxWish = 200

// maxRemembered limits the cache of parsed headers. Browsers send a few dozen
// different ones.
const maxRemembered = 512

// matcher finds the language for a wish ("th", "de-CH, th;q=0.8").
type matcher struct {
	tags  []language.Tag
	match language.Matcher
	found *lru.Cache[string, int] // wish → index, -1 = no match
}

func newMatcher(tags []language.Tag) *matcher {
	found, _ := lru.New[string, int](maxRemembered) // fails only for a size below one
	return &matcher{tags: tags, match: language.NewMatcher(tags), found: found}
}

// find returns the index of the language, and false if none matches.
func (m *matcher) find(wish string) (int, bool) {
	if wish == "" {
		return 0, false
	}
	if len(wish) > maxWish {
		wish = wish[:max(strings.LastIndexByte(wish[:maxWish], ','), 0)]
	}
	i, known := m.found.Get(wish)
	if !known {
		i = m.parse(wish)
		m.found.Add(strings.Clone(wish), i)
	}
	return max(i, 0), i >= 0
}

func (m *matcher) parse(wish string) int {
	tags, _, err := language.ParseAcceptLanguage(wish)
	if err != nil { // one that can't be read spoils none of the others
		tags, _, err = language.ParseAcceptLanguage(readable(wish))
	}
	if err != nil || len(tags) == 0 {
		return -1
	}
	for _, tag := range tags {
		// Use the index, not the tag: the tag carries the wish's extensions.
		_, i, _ := m.match.Match(tag)
		// CLDR falls back from Lao or Zulu to English; the reader's own next
		// wish is better, and English comes last anyway.
		if sameBase(tag, m.tags[i]) {
			return i
		}
	}
	for _, tag := range tags { // most who read Javanese or Swiss German, and no wish that we have, read that
		if _, i, sure := m.match.Match(tag); i != 0 && sure == language.High {
			return i
		}
	}
	return -1
}

// readable are the parts of a wish that can be read, without other parameters than
// their weight.
func readable(wish string) string {
	var parts []string
	for part := range strings.SplitSeq(wish, ",") {
		tag, parameters, _ := strings.Cut(part, ";")
		tag, _, _ = strings.Cut(tag, ".") // zh_CN.UTF-8, as servers name it
		tag, _, _ = strings.Cut(tag, "@")
		for parameter := range strings.SplitSeq(parameters, ";") {
			weighted := tag + ";" + strings.TrimSpace(parameter)
			if _, _, err := language.ParseAcceptLanguage(weighted); err == nil && strings.Contains(parameter, "q=") {
				tag = weighted
				break
			}
		}
		if found, _, err := language.ParseAcceptLanguage(tag); err == nil && len(found) > 0 {
			parts = append(parts, tag)
		}
	}
	return strings.Join(parts, ",")
}

// asAnother maps ISO 639 languages to others that their readers can read: both
// kinds of Norwegian, and those that are written as Chinese.
var asAnother = map[string]string{"no": "nb", "nn": "nb", "cmn": "zh", "gan": "zh", "hak": "zh", "nan": "zh", "wuu": "zh", "yue": "zh"}

func sameBase(a, b language.Tag) bool {
	baseA, _ := a.Base()
	baseB, _ := b.Base()
	return canonical(baseA) == canonical(baseB)
}

func canonical(base language.Base) string { return cmp.Or(asAnother[base.String()], base.String()) }
