package static_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"payapp/static"
	"payapp/static/internal/build"
)

// What is embedded must be what the sources give. Compressed files are
// compared by what they hold: another compressor version is no difference.
func TestDistIsUpToDate(t *testing.T) {
	want, err := build.Files("src")
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range want {
		got, err := os.ReadFile(filepath.Join("dist", name))
		if err != nil {
			t.Errorf("%v: run go generate ./static", err)
			continue
		}
		if !bytes.Equal(unpacked(t, name, got), unpacked(t, name, body)) {
			t.Errorf("dist/%s differs from its source: run go generate ./static", name)
		}
	}
	entries, err := os.ReadDir("dist")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if want[e.Name()] == nil {
			t.Errorf("dist/%s has no source", e.Name())
		}
	}
}

func unpacked(t *testing.T, name string, body []byte) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch filepath.Ext(name) {
	case ".br":
		r = brotli.NewReader(r)
	case ".gz":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data
}

// Style and script travel within every page, so they must stay small.
func TestSizes(t *testing.T) {
	for name, most := range map[string]int{"page.css.gz": 4600, "page.js.gz": 2560} {
		body, err := os.ReadFile(filepath.Join("dist", name))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, len(body))
		if len(body) > most {
			t.Errorf("%s has %d bytes, want at most %d", name, len(body), most)
		}
	}
}

func TestHashesAllowExactlyTheText(t *testing.T) {
	for text, got := range map[string]string{static.CSS(): static.CSSHash(), static.JS(): static.JSHash()} {
		sum := sha256.Sum256([]byte(text))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Within a page the text must not end its own element, and browsers hash what
// they parse: a carriage return or a NUL would change it.
func TestTextFitsIntoAPage(t *testing.T) {
	for _, text := range []string{static.CSS(), static.JS()} {
		if lower := strings.ToLower(text); strings.Contains(lower, "</s") || strings.Contains(lower, "<!--") || strings.ContainsAny(text, "\r\x00") {
			t.Error("the text can't be inlined as it is")
		}
	}
}

func TestOpen(t *testing.T) {
	for name, contentType := range map[string]string{
		"page.css":  "text/css; charset=utf-8",
		"page.js":   "text/javascript; charset=utf-8",
		"icon.svg":  "image/svg+xml",
		"touch.png": "image/png",
	} {
		file, ok := static.Open(strings.TrimPrefix(static.Path(name), "/static/"))
		if !ok || len(file.Body[""]) == 0 || file.ContentType != contentType || !strings.HasPrefix(file.ETag, `"`) {
			t.Errorf("%s: %s, %v, %q, %d bytes", name, static.Path(name), ok, file.ContentType, len(file.Body[""]))
		}
		if _, ok := static.Open(name); ok {
			t.Errorf("%s is served under its plain name", name)
		}
	}
	if static.Path("none.css") != "" {
		t.Error("a path for a file that isn't there")
	}
}
