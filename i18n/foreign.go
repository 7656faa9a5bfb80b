package i18n

import "bytes"

// Marks around a message that stands in for one that isn't translated, or was
// translated from older English words. They are no characters (Unicode keeps
// them for such use) and never leave the house: MarkForeign makes elements of
// them.
const (
	foreignBegin = "\ufdd0"
	foreignEnd   = "\ufdd1"
)

// foreignMarks is how both marks begin in UTF-8.
var foreignMarks = []byte("\ufdd0")[:2]

// MarkForeign makes of the marks that English messages have on a page in
// another language an element with their language, so that browsers read and
// break them as English. Where no element can be (an attribute, a title, an
// option) the marks are only taken away. Without marks, as on any page of a
// language that is complete, the page is returned as it is.
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

// marker copies HTML as our templates write it: attributes in double quotes,
// no > in them, no comments with tags.
type marker struct {
	out     []byte
	foreign bool   // between marks
	open    bool   // an element of ours is open
	raw     string // the element in which no element can be, or ""
}

const (
	elementBegin = `<span lang="en" dir="ltr">`
	elementEnd   = `</span>`
)

// rawElements can have text alone.
var rawElements = []string{"title", "option", "textarea", "script", "style"}

// next copies what the page begins with, and says how long that was.
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
