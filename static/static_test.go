package static_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"payapp/static"
	"payapp/static/internal/build"
)

// What is embedded must be what the sources give.
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
		if !bytes.Equal(got, body) {
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

// Style and script travel within every page, so they must stay small.
func TestSizes(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		most int
	}{"style": {static.CSS(), 4600}, "script": {static.JS(), 3072}} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		if _, err := z.Write([]byte(c.text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, packed.Len())
		if packed.Len() > c.most {
			t.Errorf("%s has %d bytes compressed, want at most %d", name, packed.Len(), c.most)
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
	file, ok := static.Open(strings.TrimPrefix(static.Path("touch.png"), "/static/"))
	if !ok || len(file.Body) == 0 || file.ContentType != "image/png" || !strings.HasPrefix(file.ETag, `"`) {
		t.Errorf("%s: %v, %q, %d bytes", static.Path("touch.png"), ok, file.ContentType, len(file.Body))
	}
	if _, ok := static.Open("touch.png"); ok {
		t.Error("it is served under its plain name")
	}
	for _, within := range []string{"page.css", "page.js", "icon.svg", "none.css"} {
		if static.Path(within) != "" {
			t.Errorf("%s is served, and no page links to it", within)
		}
	}
}
