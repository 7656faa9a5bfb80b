package i18n

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// maxWish bounds the part of a header that is parsed; browsers send far less.
const maxWish = 200

// maxRemembered bounds the memory of headers already parsed. Browsers send a
// few dozen different ones; whoever sends more only loses the shortcut.
const maxRemembered = 512

// matcher finds the language for a wish ("th", "de-CH, th;q=0.8").
type matcher struct {
	tags  []language.Tag
	match language.Matcher

	mu    sync.RWMutex
	found map[string]int // wish → index, -1 = none of ours
}

func newMatcher(tags []language.Tag) *matcher {
	return &matcher{tags: tags, match: language.NewMatcher(tags), found: map[string]int{}}
}

// find gives the index of the language, and false where none of ours fits.
func (m *matcher) find(wish string) (int, bool) {
	if wish == "" {
		return 0, false
	}
	if len(wish) > maxWish {
		wish = wish[:max(strings.LastIndexByte(wish[:maxWish], ','), 0)]
	}
	m.mu.RLock()
	i, known := m.found[wish]
	m.mu.RUnlock()
	if !known {
		i = m.parse(wish)
		m.mu.Lock()
		if len(m.found) >= maxRemembered {
			clear(m.found)
		}
		m.found[strings.Clone(wish)] = i
		m.mu.Unlock()
	}
	return max(i, 0), i >= 0
}

func (m *matcher) parse(wish string) int {
	tags, _, err := language.ParseAcceptLanguage(wish)
	if err != nil || len(tags) == 0 {
		return -1
	}
	for _, tag := range tags {
		// The index is used, not the tag: the tag carries the wish's extensions.
		_, i, _ := m.match.Match(tag)
		// CLDR sends readers of Lao or Zulu on to English; their own next wish
		// is better than that, and English comes last anyway.
		if sameBase(tag, m.tags[i]) {
			return i
		}
	}
	return -1
}

// asAnother are languages that are read by whoever asks for the one before it,
// by ISO 639: Norwegian of either kind, and Cantonese, which is written as
// Chinese.
var asAnother = map[string]string{"no": "nb", "nn": "nb", "yue": "zh"}

func sameBase(a, b language.Tag) bool {
	baseA, _ := a.Base()
	baseB, _ := b.Base()
	return canonical(baseA) == canonical(baseB)
}

func canonical(base language.Base) string {
	name := base.String()
	if other, ok := asAnother[name]; ok {
		return other
	}
	return name
}
