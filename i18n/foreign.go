package i18n

import "bytes"

// Marks around an English message in place of a missing or outdated
// translation. Unicode reserves these code points for internal use; they never
// leave the process: MarkForeign makes elements of them.
const (
	foreignBegin = "\ufdd0"
	foreignEnd   = "\ufdd1"
)

// foreignMarks is the common prefix of both marks in UTF-8.
var foreignMarks = []byte("\ufdd0")[:2]

// MarkForeign replaces the marks around English messages on a page in another
// language with elements that have their language, so that browsers read and
// break them as English. Where no element is allowed (in an attribute, a title,
// an option) it only removes the marks. A page without marks, as in any
// complete language, is returned unchanged.
func MarkForeign(page []byte) []byte {
	if !bytes.Contains(page, foreignMarks) {
		return page
	}
	m := marker{out: make([]byte, 0, len(page)+1024)}
	for len(page) > 0 {
		page = page[m.next(page):]
	}
	return m.out
}

// marker copies HTML as our templates write it: attributes in double quotes, no
// > in them, no comments with tags.
type marker struct {
	out     []byte
	foreign bool   // between marks
	open    bool   // an element of ours is open
	raw     string // the current element that can't contain elements, or ""
}

const (
	elementBegin = `<span lang="en" dir="ltr">`
	elementEnd   = `</span>`
)

// rawElements can only contain text.
var rawElements = []string{"title", "option", "textarea", "script", "style"}

// next copies the beginning of the page, and returns its length.
func (m *marker) next(page []byte) int {
	switch {
	case bytes.HasPrefix(page, []byte(foreignBegin)):
		m.foreign = true
		return len(foreignBegin)
	case bytes.HasPrefix(page, []byte(foreignEnd)):
		m.close()
		m.foreign = false
		return len(foreignEnd)
	case page[0] == '<' && (m.raw == "" || bytes.HasPrefix(page, []byte("</"+m.raw+">"))):
		return m.tag(page)
	}
	end := len(page)
	if at := bytes.IndexByte(page[1:], '<'); at >= 0 {
		end = at + 1
	}
	if at := bytes.Index(page[1:end], foreignMarks); at >= 0 {
		end = at + 1
	}
	if m.foreign && !m.open && m.raw == "" && len(bytes.TrimSpace(page[:end])) > 0 {
		m.out = append(m.out, elementBegin...)
		m.open = true
	}
	m.out = append(m.out, page[:end]...)
	return end
}

// tag copies a tag without the marks in its attributes.
func (m *marker) tag(page []byte) int {
	m.close()
	end := bytes.IndexByte(page, '>') + 1
	if end == 0 {
		end = len(page)
	}
	tag := page[:end]
	if bytes.Contains(tag, foreignMarks) {
		tag = bytes.ReplaceAll(bytes.ReplaceAll(tag, []byte(foreignBegin), nil), []byte(foreignEnd), nil)
	}
	m.out = append(m.out, tag...)
	m.raw = ""
	for _, name := range rawElements {
		if after, ok := bytes.CutPrefix(tag, []byte("<"+name)); ok && (after[0] == '>' || after[0] == ' ') {
			m.raw = name
		}
	}
	return end
}

func (m *marker) close() {
	if m.open {
		m.out = append(m.out, elementEnd...)
		m.open = false
	}
}
