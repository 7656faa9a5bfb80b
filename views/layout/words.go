package layout

import (
	"context"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"payapp/i18n"
)

// shortName is the length in characters up to which a name with hyphens isn't
// broken: in a heading of twice the size it is as wide as a phone.
const shortName = 12

// Words is a text in which short names aren't broken at their hyphens:
// "7-ELEVEN", "M-PESA". Only the style keeps them whole, so that what is
// selected, copied or searched is the name itself.
func Words(text string) templ.Component { return templ.Raw(whole(text)) }

// Sentences is a text whose sentences begin on a new line before they break: the
// end of a centred line is read as a stop. In languages without full stops each has a line
// of its own (base.css).
func Sentences(text string) templ.Component { return templ.Raw(apart(text)) }

// Said is a paragraph of one of our classes, or of none, if there is a text.
func Said(text, class string) templ.Component {
	written, begin := apart(text), "<p>"
	switch class {
	case "":
	case "lines": // whose breaks are the text's own
		written, begin = whole(text), `<p class="lines">`
	default:
		begin = `<p class="` + class + `">`
	}
	return paragraph(begin, written, "</p>")
}

// Bold is what mustn't be missed, if there is any: it is about the money.
func Bold(text string) templ.Component {
	return paragraph("<p><strong>", apart(text), "</strong></p>")
}

func paragraph(begin, written, end string) templ.Component {
	if written == "" {
		return templ.NopComponent
	}
	return templ.Raw(begin + written + end)
}

// SentencesWith is Sentences with a value in it that no browser translates.
func SentencesWith(text, value string) templ.Component {
	written, shown := apart(text), templ.EscapeString(value)
	if value != "" {
		written = strings.Replace(written, shown, `<bdi translate="no">`+shown+"</bdi>", 1)
	}
	return templ.Raw(written)
}

// MoneyIn is Sentences, or a text with the amount in it, if it has that, with its hooks.
func MoneyIn(text string, a Amount) templ.Component {
	at := indexOfAmount(text, a.Text)
	if at < 0 {
		return Sentences(text)
	}
	before, after := text[:at], text[at+len(a.Text):]
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		if _, err := io.WriteString(w, templ.EscapeString(before)); err != nil {
			return err
		}
		if err := Money(a).Render(ctx, w); err != nil {
			return err
		}
		_, err := io.WriteString(w, templ.EscapeString(after))
		return err
	})
}

// indexOfAmount finds the amount, which isn't the end of a longer one: "234.50 ฿" in
// "1,234.50 ฿". It is -1 without an amount.
func indexOfAmount(text, amount string) int {
	if amount == "" {
		return -1
	}
	for at := 0; ; at += len(amount) {
		next := strings.Index(text[at:], amount)
		if next < 0 {
			return -1
		}
		at += next
		if before, _ := utf8.DecodeLastRuneInString(text[:at]); !unicode.IsDigit(before) && before != ',' && before != '.' {
			return at
		}
	}
}

func apart(text string) string {
	return pieces(text, sentenceStops, func(sentence string) string { return pieces(sentence, questionStops, whole) })
}

// pieces divides the text behind each end and writes what is between, each as an
// element of its own, or alone if there is no other.
func pieces(text string, at stops, write func(string) string) string {
	end := at.first(text)
	if end == len(text) {
		return write(text)
	}
	var b strings.Builder
	for ; text != ""; end = at.first(text) {
		piece := strings.TrimRight(text[:end], " "+i18n.Wide)
		if end == len(text) {
			piece = text
		}
		b.WriteString(sentenceBegin + write(piece) + wholeEnd + strings.ReplaceAll(text[len(piece):end], i18n.Wide, " "))
		text = text[end:]
	}
	return b.String()
}

const sentenceBegin = `<span class="s">`

// stops are where a piece ends before another one: behind its stop, what closes it and the
// space, which wide stops needn't have.
type stops struct{ plain, wide, closers string }

// Chinese and Japanese have wide stops; the wide space alone is one where there are none.
// Hindi's, Burmese's and Khmer's look alike, so they are numbers. A question stays with its
// answer, "Not paid? Start again.", and breaks from it before either breaks.
var (
	sentenceStops = stops{".!\u0964\u104b\u17d4", "。！" + i18n.Wide, "”»\"」』"}
	questionStops = stops{"?؟", "？", ""}
)

// first is the length of the first piece with its end; the last has none.
func (s stops) first(text string) int {
	for at, sign := range text {
		wide := sign >= utf8.RuneSelf && strings.ContainsRune(s.wide, sign)
		if !wide && !strings.ContainsRune(s.plain, sign) {
			continue
		}
		rest := text[at+utf8.RuneLen(sign):]
		if closer, size := utf8.DecodeRuneInString(rest); strings.ContainsRune(s.closers, closer) {
			rest = rest[size:]
		}
		if next := strings.TrimLeft(rest, " "); wide || next != rest {
			return len(text) - len(next)
		}
	}
	return len(text)
}

// whole is the text as HTML. With a name to keep whole it is one element, because
// the text may be alone in a row of items (a button's), where each piece would be
// an item.
func whole(text string) string {
	begin, end := hyphenated(text)
	switch {
	case begin == end:
		return templ.EscapeString(text)
	case end-begin == len(text):
		return wholeBegin + templ.EscapeString(text) + wholeEnd
	}
	var b strings.Builder
	b.WriteString("<span>")
	for ; begin < end; begin, end = hyphenated(text) {
		b.WriteString(templ.EscapeString(text[:begin]))
		b.WriteString(wholeBegin + templ.EscapeString(text[begin:end]) + wholeEnd)
		text = text[end:]
	}
	b.WriteString(templ.EscapeString(text) + "</span>")
	return b.String()
}

const (
	wholeBegin = `<span class="whole">`
	wholeEnd   = "</span>"
)

// hyphenated finds the first short name with hyphens; it is at the end, and empty,
// if there is none. Names of other scripts have no hyphens, but stand beside
// these without a space.
func hyphenated(text string) (begin, end int) {
	if !strings.Contains(text, "-") {
		return len(text), len(text) // as nearly always
	}
	for at := 0; at < len(text); {
		size := strings.IndexFunc(text[at:], func(r rune) bool { return !ofName(r) })
		if size < 0 {
			size = len(text) - at
		}
		name := strings.Trim(text[at:at+size], joins)
		if strings.Contains(name, "-") && utf8.RuneCountInString(name) <= shortName {
			begin = at + strings.Index(text[at:], name)
			end = begin + len(name)
			return len(strings.TrimRightFunc(text[:begin], opens)), len(text) - len(strings.TrimLeftFunc(text[end:], ends))
		}
		at += size
		_, next := utf8.DecodeRuneInString(text[at:])
		at += next
	}
	return len(text), len(text)
}

// ends reports whether a sign closes what is before it: it stays with a name, also
// for screen readers, which may stop between two elements.
func ends(r rune) bool { return unicode.In(r, unicode.Po, unicode.Pe, unicode.Pf) }

// opens reports whether a sign opens what is after it.
func opens(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) }

func ofName(r rune) bool {
	return strings.ContainsRune(joins, r) || unicode.IsDigit(r) || unicode.Is(unicode.Latin, r)
}

// joins are the signs within a name, a host or an address.
const joins = "-.@_/"
