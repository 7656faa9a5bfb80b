package static_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"payapp/static"
)

// Style and script are in every page, so they must stay small.
func TestSizes(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		most int
	}{
		"style of choosing": {static.CSS(static.Choose), 3750}, "script of choosing": {static.JS(static.Choose), 2200},
		"style that asks": {static.CSS(static.Ask), 3950}, "script that asks": {static.JS(static.Ask), 2600},
		"style of paying": {static.CSS(static.Pay), 4700}, "style that tells": {static.CSS(static.Tell), 4700}, "script that tells": {static.JS(static.Tell), 3200}, "script of paying later": {static.JS(static.Later), 3900},
	} {
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
	expression := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	styles := expression(static.CSS(static.Choose)) + " " + expression(static.CSS(static.Ask)) + " " + expression(static.CSS(static.Pay)) + " " + expression(static.CSS(static.Tell))
	if got, want := static.CSSHashes(), styles; got != want {
		t.Errorf("styles: got %s, want %s", got, want)
	}
	if got, want := static.JSHashes(), expression(static.JS(static.Choose))+" "+expression(static.JS(static.Ask))+" "+expression(static.JS(static.Later))+" "+expression(static.JS(static.Tell)); got != want {
		t.Errorf("scripts: got %s, want %s", got, want)
	}
}

// The text must not end its own element in a page. Browsers hash what they
// parse, so it must not contain a carriage return or a NUL.
func TestTextFitsIntoAPage(t *testing.T) {
	for _, kind := range static.Kinds() {
		text := static.CSS(kind) + static.JS(kind)
		if lower := strings.ToLower(text); strings.Contains(lower, "</s") || strings.Contains(lower, "<!--") || strings.ContainsAny(text, "\r\x00") {
			t.Error("the text can't be inlined as it is")
		}
	}
}

// What is left of a deadline is counted by the browser from what the server said: a
// phone's clock and its zone have no say, but for how far it ran while nothing counted.
func TestScriptsAskNoClock(t *testing.T) {
	for _, kind := range static.Kinds() {
		script := strings.ReplaceAll(static.JS(kind), "Date.now()-performance.now()", "")
		if found := regexp.MustCompile(`\bDate\b|DateTimeFormat|toLocale`).FindString(script); found != "" {
			t.Errorf("a script has %s", found)
		}
	}
}

// Firefox before 119 knows no ARIA reflection: what is set so is never seen, nor
// found again.
func TestScriptsSetAttributes(t *testing.T) {
	for _, kind := range static.Kinds() {
		if found := regexp.MustCompile(`\.aria[A-Z]\w*`).FindString(static.JS(kind)); found != "" {
			t.Errorf("a script has %s", found)
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
	for _, within := range []string{"ask.css", "tell.js", "icon.svg", "none.css"} {
		if static.Path(within) != "" {
			t.Errorf("%s is served, and no page links to it", within)
		}
	}
}
