package entry

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"payapp/internal/invisible"
	"payapp/internal/query"
)

// given is what stands in a link, or in a form's body. Only what is ours is read of
// it; whatever else stands there belongs to others.
type given struct {
	values map[string][]query.Pair
	pairs  []spelt
}

// spelt is a pair with its name as it may have been meant.
type spelt struct {
	query.Pair
	plain   string // "" if it is too long for one of ours
	escaped bool   // it had HTML's spelling of the & before it
}

// readGiven reads a query, or several parts of one request: a parameter in two of
// them is there twice. Of ours, what is longer than any such value is never looked at.
func readGiven(parts ...string) given {
	g := given{values: map[string][]query.Pair{}}
	for _, part := range parts {
		part = strings.TrimRight(strings.TrimPrefix(part, "\ufeff"), "\r\n")
		for p := range query.Pairs(part) {
			if most, ours := longest[p.Name]; ours && len(p.Loose) > most+longestEnding {
				p.Value, p.Loose, p.Fault = "", "", tooLong
			}
			g.values[p.Name] = append(g.values[p.Name], p)
			g.pairs = append(g.pairs, spell(p))
		}
	}
	return g
}

func spell(p query.Pair) spelt {
	bare, escaped := strings.CutPrefix(p.Like, "amp;")
	for escaped && strings.HasPrefix(bare, "amp;") {
		bare = bare[len("amp;"):]
	}
	if len(bare) > longestName {
		return spelt{Pair: p}
	}
	return spelt{p, strings.TrimSuffix(strings.Trim(invisible.Drop(bare), " ?\t\r\n"), "[]"), escaped}
}

// longestName is more than a name of ours with what programs put around it.
const longestName = 100

// isLast reports whether the parameter is the last one, into which mail programs
// take what follows a link.
func (g given) isLast(name string) bool {
	return len(g.pairs) > 0 && g.pairs[len(g.pairs)-1].Name == name
}

// whole is the value without what a mail program took into it behind the link, if
// it is the last one and the rest proves it: only then fits finds that it is one.
func (g given) whole(name, text string, fits func(string) bool) (string, bool) {
	if !g.isLast(name) {
		return "", false
	}
	most := longest[name]
	for end := withoutEnding(text, len(text)); end > 0; end = withoutEnding(text, end) {
		if end <= most && fits(text[:end]) {
			return text[:end], true
		}
	}
	return "", false
}

// longestEnding is how many bytes may follow a link without a space: a sentence of
// Chinese or Japanese is one.
const longestEnding = 1200

// withoutEnding is where the text ends without one ending, before that end: a tag, a
// sign of a quoted-printable text (=E2), or what no value of ours ends with. It is 0 if
// there is none.
func withoutEnding(text string, end int) int {
	text = text[:end]
	if strings.HasSuffix(text, ">") {
		from := max(0, end-100) // farther, a text of many ends would be searched for each
		if at := strings.LastIndexByte(text[from:], '<'); at >= 0 && strings.IndexByte(text[from+at:], '>') == end-from-at-1 {
			return from + at
		}
	}
	switch {
	case end > 3 && text[end-3] == '=' && isHex(text[end-2]) && isHex(text[end-1]):
		return end - 3
	case end > 2 && text[end-2] == '%' && isHex(text[end-1]): // cut off
		return end - 2
	}
	last, size := utf8.DecodeLastRuneInString(text)
	if last > ' ' && last < 0x7f && !strings.ContainsRune(".,;:!?()[]{}<>\"'`*_~|\\/=%&#$^+-", last) {
		return 0
	}
	return end - size
}

func isHex(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'F' || b >= 'a' && b <= 'f' }

// misplaced says how a parameter that is missing was written instead: in HTML's or
// another's spelling of what separates it, or in other capitals. It quotes no value.
func (g given) misplaced(name string) string {
	for _, p := range g.pairs {
		switch {
		case p.escaped && p.plain == name:
			return "&amp; → &"
		case p.plain != name && strings.EqualFold(p.plain, name):
			return p.plain + " → " + name
		case p.plain == name && p.Like != name:
			return fmt.Sprintf("%.60q → %s", p.Like, name)
		}
		if sign := entities[name]; sign != "" && (strings.Contains(p.Like, sign) || strings.Contains(p.Loose, sign)) {
			return sign + " → &" + name
		}
		if p.Fault == "" && (p.Name == "returnUrl" || p.Name == "callbackUrl") {
			continue // they have parameters of their own
		}
		for _, text := range []string{p.Like, p.Loose} {
			before, _, found := strings.Cut(text, name+"=")
			switch {
			case !found:
			case before == "":
				return "%3D → ="
			case strings.HasSuffix(before, "&amp;"):
				return "&amp; → &"
			case strings.HasSuffix(before, "&"):
				return "%26 → &"
			case strings.HasSuffix(before, "?"):
				return "? → &"
			case strings.HasSuffix(before, ";"):
				return "; → &"
			}
		}
	}
	return ""
}

// entities are what HTML makes of parameters that begin as one of its entities does,
// which needs no semicolon: &curren is a sign.
var entities = map[string]string{"currencyCode": "¤cyCode"}

// Misplaced says how a parameter that a link lacks was written instead; "" if nothing
// looks like it.
func Misplaced(raw, name string) string {
	g := readGiven(raw)
	if len(g.values[name]) > 0 {
		return ""
	}
	return g.misplaced(name)
}

// hinted reports whether something that the application needs was written in
// another way.
func (g given) hinted(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return g.misplaced(name) != "" })
}
