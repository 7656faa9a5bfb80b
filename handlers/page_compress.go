package handlers

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"net/http"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/labstack/echo/v4"

	"payapp/static"
)

// Four fifths of a page are its style and script, the same every time. So a
// page's gzip is put together: what is fixed was compressed once, at start, as
// hard as it goes; only the rest is compressed now. That a pooled compressor for
// the whole page costs more time and more bytes is measured: docs/performance.md.
//
//	header │ compressed now │ style │ compressed now │ script │ compressed now │ checksum

// fixedPart is text that pages share, with its deflate blocks, which begin and
// end at whole bytes and refer to nothing before them.
type fixedPart struct{ text, blocks []byte }

var fixedParts = []fixedPart{newFixedPart(static.CSS()), newFixedPart(static.JS())}

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

// gzipHeader is RFC 1952's, with no time, no name and an unknown system.
var gzipHeader = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

// compress appends the page, as gzip, to out.
func compress(out *bytes.Buffer, page []byte) error {
	out.Write(gzipHeader)
	rest := page
	for _, part := range fixedParts {
		at := bytes.Index(rest, part.text)
		if at < 0 {
			continue // a page without it
		}
		if err := flate.StatelessDeflate(out, rest[:at], false, nil); err != nil {
			return err
		}
		out.Write(part.blocks)
		rest = rest[at+len(part.text):]
	}
	if err := flate.StatelessDeflate(out, rest, true, nil); err != nil {
		return err
	}
	var trailer [8]byte
	binary.LittleEndian.PutUint32(trailer[:4], crc32.ChecksumIEEE(page))
	binary.LittleEndian.PutUint32(trailer[4:], uint32(len(page))) //nolint:gosec // RFC 1952: the length modulo 2³²
	out.Write(trailer[:])
	return nil
}

// writePage answers with the page, compressed where the browser takes it.
func writePage(c echo.Context, status int, page []byte) error {
	h := c.Response().Header()
	h.Add("Vary", "Accept-Encoding")
	if !accepts(c.Request(), "gzip") || len(page) < gzipMinimum {
		return c.HTMLBlob(status, page)
	}
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	out.Reset()
	if err := compress(out, page); err != nil {
		return err
	}
	h.Set("Content-Encoding", "gzip")
	return c.HTMLBlob(status, out.Bytes())
}

// gzipMinimum is the size below which a page fits a packet anyway, in bytes.
const gzipMinimum = 512

// accepts reports whether the browser takes an encoding. "q=0" forbids it.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			q := strings.ReplaceAll(parameters, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
