package entry

import (
	"fmt"
	"slices"
	"strings"

	"payapp/internal/invisible"
	"payapp/internal/query"
)

// given is what stands in a link, or in a form's body. Only what is ours is read of
// it; whatever else stands there belongs to others.
type given struct {
	values map[string][]query.Pair
	pairs  []query.Pair
}

// readGiven reads a query, or several parts of one request: a parameter in two of
// them is there twice.
func readGiven(parts ...string) given {
	g := given{values: map[string][]query.Pair{}}
	for _, part := range parts {
		part = strings.TrimRight(strings.TrimPrefix(part, "\ufeff"), "\r\n")
		for p := range query.Pairs(part) {
			g.values[p.Name] = append(g.values[p.Name], p)
			g.pairs = append(g.pairs, p)
		}
	}
	return g
}

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
	for range maxEndings {
		shorter := withoutEnding(text)
		if shorter == text {
			break
		}
		if text = shorter; fits(text) {
			return text, true
		}
	}
	return "", false
}

// maxEndings is how many signs may follow a link without a space: a sentence of
// Chinese or Japanese is one.
const maxEndings = 400

// withoutEnding is the text without one ending: a tag, a sign of a quoted-printable
// text (=E2), or what no value of ours ends with.
func withoutEnding(text string) string {
	if at := strings.LastIndexByte(text, '<'); at > 0 && strings.IndexByte(text[at:], '>') == len(text)-at-1 {
		return text[:at]
	}
	if n := len(text); n > 3 && text[n-3] == '=' && isHex(text[n-2]) && isHex(text[n-1]) {
		return text[:n-3]
	}
	if n := len(text); n > 2 && text[n-2] == '%' && isHex(text[n-1]) { // cut off
		return text[:n-2]
	}
	signs := []rune(text)
	if len(signs) < 2 {
		return text
	}
	if last := signs[len(signs)-1]; last > ' ' && last < 0x7f && !strings.ContainsRune(".,;:!?()[]{}<>\"'`*_~|\\/=%&#$^+-", last) {
		return text
	}
	return string(signs[:len(signs)-1])
}

func isHex(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'F' || b >= 'a' && b <= 'f' }

// misplaced says how a parameter that is missing was written instead: in HTML's or
// another's spelling of what separates it, or in other capitals. It quotes no value.
func (g given) misplaced(name string) string {
	for _, p := range g.pairs {
		like := p.Like
		bare, escaped := strings.CutPrefix(like, "amp;")
		for escaped && strings.HasPrefix(bare, "amp;") {
			bare = bare[len("amp;"):]
		}
		switch plain := strings.TrimSuffix(strings.Trim(invisible.Drop(bare), " ?\t\r\n"), "[]"); {
		case escaped && plain == name:
			return "&amp; → &"
		case plain != name && strings.EqualFold(plain, name):
			return plain + " → " + name
		case plain == name && like != name:
			return fmt.Sprintf("%.60q → %s", like, name)
		}
		if sign := entities[name]; sign != "" && (strings.Contains(like, sign) || strings.Contains(p.Loose, sign)) {
			return sign + " → &" + name
		}
		if p.Fault == "" && (p.Name == "returnUrl" || p.Name == "callbackUrl") {
			continue // they have parameters of their own
		}
		for _, text := range []string{like, p.Loose} {
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
