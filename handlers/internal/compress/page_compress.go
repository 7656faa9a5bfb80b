package compress

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"net/http"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/klauspost/compress/flate"

	"payapp/static"
)

// fixedPart is text that pages share, with its deflate blocks. These begin and
// end at whole bytes and refer to nothing before them.
type fixedPart struct{ text, blocks []byte }

// The styles and scripts of the kinds of pages; a page has one of each, the style
// first.
var styles, scripts = newFixedParts(static.CSS), newFixedParts(static.JS)

func newFixedParts(text func(static.Kind) string) (parts []fixedPart) {
	for _, kind := range static.Kinds() {
		parts = append(parts, newFixedPart(text(kind)))
	}
	return parts
}

func newFixedPart(text string) fixedPart {
	var blocks bytes.Buffer
	w, err := flate.NewWriter(&blocks, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	_, _ = w.Write([]byte(text)) // into memory: never fails
	_ = w.Flush()                // ends at a whole byte, without being the last block
	return fixedPart{[]byte(text), blocks.Bytes()}
}

func style(page []byte) (fixedPart, int) { return find(page, "<style>", styles) }

func script(page []byte) (fixedPart, int) {
	return find(page, `<script type="module" data-cfasync="false">`, scripts)
}

// find is the first of the parts that stands behind a tag, and where, or -1.
func find(page []byte, tag string, parts []fixedPart) (part fixedPart, at int) {
	for {
		i := bytes.Index(page[at:], []byte(tag))
		if i < 0 {
			return part, -1
		}
		at += i + len(tag)
		for _, part := range parts {
			if bytes.HasPrefix(page[at:], part.text) {
				return part, at
			}
		}
	}
}

// A payment's code is drawn once, looked at often, and weighs as much as all that
// is written around it. Its blocks are kept, for the codes that were looked at last:
// 8 KB each at most.
var codes, _ = lru.New[string, fixedPart](512) // fails only for a size below one

const codeBegins, codeEnds = `<path stroke="#000" d="`, `"></path>`

// code is the drawing of the code that the page has, and where, or -1.
func code(page []byte) (part fixedPart, at int) {
	at = bytes.Index(page, []byte(codeBegins))
	if at < 0 {
		return part, at
	}
	text := page[at:]
	end := bytes.Index(text, []byte(codeEnds))
	if end < 0 {
		return part, -1
	}
	drawn := string(text[:end])
	part, ok := codes.Get(drawn)
	if !ok {
		part = newFixedPart(drawn)
		codes.Add(drawn, part)
	}
	return part, at
}

// gzipHeader is RFC 1952's, with no time, no name and an unknown system.
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

// Page appends the page, as gzip, to out.
func Page(out *bytes.Buffer, page []byte) error {
	out.Write(gzipHeader)
	rest, before := page, []byte(nil)
	for i, next := range []func([]byte) (fixedPart, int){style, code, script} {
		part, at := next(rest)
		if at < 0 {
			continue // a page without it
		}
		if err := deflate(out, before, rest[:at], false); err != nil {
			return err
		}
		out.Write(part.blocks)
		end := at + len(part.text)
		// What stands around a code is alike. It is far from what is around a script.
		if before = nil; i == 1 {
			before = rest[:end]
		}
		rest = rest[end:]
	}
	if err := deflate(out, before, rest, true); err != nil {
		return err
	}
	var trailer [8]byte
	binary.LittleEndian.PutUint32(trailer[:4], crc32.ChecksumIEEE(page))
	binary.LittleEndian.PutUint32(trailer[4:], uint32(len(page))) //nolint:gosec // RFC 1952: the length modulo 2³²
	out.Write(trailer[:])
	return nil
}

// longText is where better compression is worth its time, in bytes: otherwise
// pages with a QR code or a list of banks would be much heavier than others.
const longText = 8 << 10

// The compressors are shared: each takes most of a megabyte.
var quick, hard = newCompressors(6), newCompressors(9)

func newCompressors(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		w, err := flate.NewWriter(nil, level)
		if err != nil {
			panic(err) // the level is a constant
		}
		return w
	}}
}

// deflate appends a text's blocks, which refer to nothing before them but to what is
// given as that, and end at whole bytes; last ends the stream.
func deflate(out *bytes.Buffer, before, text []byte, last bool) error {
	compressors := quick
	if len(text) >= longText {
		compressors = hard
	}
	w := compressors.Get().(*flate.Writer)
	defer func() {
		w.ResetDict(nil, nil) // it would keep the page
		compressors.Put(w)
	}()
	w.ResetDict(out, before)
	if _, err := w.Write(text); err != nil {
		return err
	}
	if last {
		return w.Close()
	}
	return w.Flush()
}

// Accepted reports whether the browser accepts gzip. "q=0" forbids it.
func Accepted(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == "gzip" {
			q := strings.ReplaceAll(parameters, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
