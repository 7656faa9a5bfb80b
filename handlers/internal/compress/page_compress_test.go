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
	css, js := static.CSS(static.Ask), static.JS(static.Ask)
	for name, page := range map[string]string{
		"whole":           "<head>" + css + "</head><body>" + strings.Repeat("ชำระเงิน ", 300) + js + "</body>",
		"nothing fixed":   strings.Repeat("plain ", 200),
		"style alone":     css,
		"script first":    js + "between" + css,
		"twice":           css + css + js + js,
		"the other kind":  static.CSS(static.Tell) + "between" + static.JS(static.Tell),
		"both kinds":      static.CSS(static.Tell) + css + static.JS(static.Tell) + js,
		"empty":           "",
		"more than 64 KB": strings.Repeat("<li>a bank</li>", 20_000) + css + strings.Repeat("x", 70_000) + js,
	} {
		if got := unpacked(t, []byte(page)); string(got) != page {
			t.Errorf("%s: %d bytes became %d", name, len(page), len(got))
		}
	}
}

func FuzzCompress(f *testing.F) {
	f.Add([]byte("a"), []byte("b"), []byte("c"))
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		page := bytes.Join([][]byte{a, b, c}, []byte(static.CSS(static.Tell)))
		page = append(append(page, static.JS(static.Ask)...), c...)
		if !bytes.Equal(unpacked(t, page), page) {
			t.Fatal("differs")
		}
	})
}
