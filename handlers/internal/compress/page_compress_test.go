package compress

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"payapp/static"
)

// unpacked is what a browser makes of a compressed page.
func unpacked(t testing.TB, page []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Page(&out, page); err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r) // checks length and checksum, too
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestCompressedPagesUnpack(t *testing.T) {
	css, js := styled(static.Ask), scripted(static.Ask)
	for name, page := range map[string]string{
		"whole":           "<head>" + css + "</head><body>" + strings.Repeat("ชำระเงิน ", 300) + js + "</body>",
		"nothing fixed":   strings.Repeat("plain ", 200),
		"style alone":     css,
		"script first":    js + "between" + css,
		"twice":           css + css + js + js,
		"the other kind":  styled(static.Tell) + "between" + scripted(static.Tell),
		"a code":          css + codeOf(strings.Repeat("M1 2h3v4z", 900)) + "<p>words</p>" + js,
		"half a code":     css + `<path stroke="#000" d="M1 2` + js,
		"a code too late": css + js + codeOf("M1 2"),
		"both kinds":      styled(static.Tell) + css + scripted(static.Tell) + js,
		"empty":           "",
		"more than 64 KB": strings.Repeat("<li>a bank</li>", 20_000) + css + strings.Repeat("x", 70_000) + js,
	} {
		if got := unpacked(t, []byte(page)); string(got) != page {
			t.Errorf("%s: %d bytes became %d", name, len(page), len(got))
		}
	}
}

// What pages share is spliced in, behind a merchant's own style.
func TestFixedPartsAreFound(t *testing.T) {
	for _, k := range static.Kinds() {
		page := []byte("<style>:root{--accent:#123}</style>" + styled(k) + scripted(k))
		if _, at := style(page); at < 40 || !bytes.HasPrefix(page[at:], []byte(static.CSS(k))) {
			t.Errorf("kind %v: the style is found at %d", k, at)
		}
		if _, at := script(page); at < 0 || !bytes.HasPrefix(page[at:], []byte(static.JS(k))) {
			t.Errorf("kind %v: the script is found at %d", k, at)
		}
	}
}

// A code that was shown before costs no more than to find it.
func TestCodesAreCompressedOnce(t *testing.T) {
	page := []byte("<p>" + codeOf("M1 2h3") + "</p>")
	first, _ := code(page)
	again, at := code(append([]byte("<h1></h1>"), page...))
	if at != len("<h1></h1><p>") || &first.blocks[0] != &again.blocks[0] {
		t.Errorf("found at %d; compressed again: %t", at, &first.blocks[0] != &again.blocks[0])
	}
}

func styled(k static.Kind) string { return "<style>" + static.CSS(k) + "</style>" }

func scripted(k static.Kind) string {
	return `<script type="module" data-cfasync="false">` + static.JS(k) + "</script>"
}

func codeOf(path string) string { return codeBegins + path + codeEnds }

func FuzzCompress(f *testing.F) {
	f.Add([]byte("a"), []byte("b"), []byte("c"))
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		page := bytes.Join([][]byte{a, b, c}, []byte(styled(static.Tell)))
		page = append(append(page, scripted(static.Ask)...), c...)
		if !bytes.Equal(unpacked(t, page), page) {
			t.Fatal("differs")
		}
	})
}
