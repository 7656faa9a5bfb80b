package config

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/internal/site"
)

func TestBranding(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	logo := picture(t, 40, 24)
	write("logo.png", logo)
	write("torn.png", logo[:len(logo)/2])
	write("wide.png", picture(t, maxLogoSide+1, 1))
	write("logo.svg", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>`)
	write("large.png", logo+strings.Repeat("x", maxLogo))
	good := write("good.yaml", `
DEMO:
  name: Demo Shop
  logo: logo.png
  accent: "#0a5C36"
  accentDark: "#77ddaa"
  supportEmail: help@shop.example.com
  supportPhone: +66 2 123 4567
  supportURL: https://shop.example.com/help
  success: Thank you for your order
"4711": {name: Another, accent: "#ffcc00", success: {en: Thank you, zh-Hant: 謝謝}}
`)
	c := load(t, "PAYAPP_BRANDING="+good)
	want := map[string]site.Brand{
		"DEMO": {Name: "Demo Shop", Logo: "logo.png", Accent: "#0a5C36", AccentDark: "#77ddaa", SupportEmail: "help@shop.example.com", SupportPhone: "+66 2 123 4567", SupportURL: "https://shop.example.com/help", Success: site.Words{"": "Thank you for your order"}, LogoImage: []byte(logo)},
		"4711": {
			Name: "Another", Accent: "#ffcc00", Success: site.Words{"en": "Thank you", "zh-Hant": "謝謝"},
		},
	}
	if diff := cmp.Diff(want, c.Site.Branding); diff != "" {
		t.Error(diff)
	}

	bad := write("bad.yaml", `
A: {accent: red, supportEmail: "A <a@b.co>", supportPhone: call us, supportURL: "http://shop.example.com", logo: logo.svg}
B: {name: `+strings.Repeat("x", 61)+`, logo: large.png, accentDark: "#fff", supportURL: "javascript:alert(1)"}
C: {accentDark: "#12345", logo: missing.png, success: "`+strings.Repeat("ก", maxSuccess+1)+`"}
D:
  name: fine
  logo: torn.png
  success: {en: "two\nlines", "not a tag": text, th: " "}
E: {logo: wide.png}
`)
	faults := faultsOf(t, Build{Sandbox: true}, "PAYAPP_BRANDING="+bad)
	all := faults.Error()
	for _, reason := range []string{`bad.yaml:2: A: accent "red"`, "A: supportEmail", "A: supportPhone", "A: supportURL", "A: logo: not a PNG", "B: name has 61", "B: logo: 16", "E: logo: 2001 × 1 pixels", `bad.yaml:3: B: accentDark`, "B: supportURL", "C: logo:", `C: accentDark "#12345"`, "bad.yaml:7: D: logo: not a PNG", `bad.yaml:8: D: success: "two`, "C: success has 81", `D: success: "two\nlines"`, `D: success: "not a tag"`, `D: success: " "`} {
		if !strings.Contains(all, reason) {
			t.Errorf("%s isn't reported", reason)
		}
	}
	if len(faults) != 17 {
		t.Errorf("%d faults:\n%s", len(faults), all)
	}
	for name, content := range map[string]string{"unknown name": "A: {colour: red}", "no mapping": "- a", "broken": "A: {", "a list of words": "A: {success: [a]}"} {
		if faults := faultsOf(t, Build{Sandbox: true}, "PAYAPP_BRANDING="+write("x.yaml", content)); len(faults) != 1 || faults[0].Variable != "PAYAPP_BRANDING" {
			t.Errorf("%s: got %v", name, faults)
		}
	}
	foreign := write("foreign.yaml", "D: {success: {en: Thanks, pt: Obrigado, de-DE: Danke, pt-BR: Obrigado}}")
	faults = faultsOf(t, Build{Sandbox: true, Languages: []string{"en", "th", "de", "pt-BR"}}, "PAYAPP_BRANDING="+foreign)
	if all := faults.Error(); len(faults) != 2 || !strings.Contains(all, `D: success: "de-DE" is none of`) || !strings.Contains(all, `D: success: "pt" is none of`) {
		t.Errorf("languages that no page has: %v", faults)
	}
	if c := load(t, "PAYAPP_BRANDING="+write("empty.yaml", "# nobody yet\n")); len(c.Site.Branding) != 0 {
		t.Errorf("got %v", c.Site.Branding)
	}
}

// picture is a PNG of this size.
func picture(t *testing.T, width, height int) string {
	t.Helper()
	var content bytes.Buffer
	if err := png.Encode(&content, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return content.String()
}

// A check of a variable that isn't there would check nothing.
func TestChecksAreOfVariables(t *testing.T) {
	for name := range checks {
		if place(name) < 0 {
			t.Errorf("there is no variable %s", name)
		}
	}
}
