package handlers_test

import (
	"strings"
	"testing"

	"payapp/internal/application"
	"payapp/internal/config"
	"payapp/static"
)

func branded(c *application.Config) {
	c.Branding = map[string]config.Brand{"DEMO": {
		Name: "Branded", Accent: "#7a1040", SupportEmail: "help@shop.example", LogoPNG: []byte("\x89PNG\r\n\x1a\n"),
	}}
}

// A brand shows once the gateway has accepted the token, by the token's own
// merchant; its style is allowed by its hash, its logo is a static file.
func TestBranding(t *testing.T) {
	w := setup(t, branded)
	b := w.browser()
	p := b.enter(w.link("10", "THB")).want(200, "options")
	if !strings.Contains(p.text(), "Branded") || !strings.Contains(p.body, "<style>:root{--accent:#7a1040}") {
		t.Errorf("no brand:\n%s", p.text())
	}
	if n := strings.Count(p.header.Get("Content-Security-Policy"), "'sha256-"); n != 3 {
		t.Errorf("the policy has %d hashes: %s", n, p.header.Get("Content-Security-Policy"))
	}
	logo := p.find(isLogo)
	if logo == nil || b.get(attr(logo, "src")).header.Get("Content-Type") != "image/png" {
		t.Error("no logo")
	}
	b.press(p, "continue", "paymentMethodCode", "PROMPTPAY")
	other := w.browser().enter(w.link("10", "THB", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "PROMPTPAY"))
	if strings.Contains(other.body, "#7a1040") || strings.Contains(other.text(), "Branded") {
		t.Error("another merchant has the brand")
	}
	stranger := w.browser().enter(w.link("10", "THB", "token", unsigned(`{"merchantCode":"DEMO"}`))).want(403, "problem")
	if strings.Contains(stranger.body, "#7a1040") || strings.Contains(stranger.text(), "Branded") {
		t.Error("a token that nobody accepted has the brand")
	}
}

// The surfaces that config measures accents on are those of the pages.
func TestSurfacesOfAccents(t *testing.T) {
	css := strings.ReplaceAll(static.CSS(), " ", "")
	for _, want := range []string{"--surface:#fff;", "--surface:" + config.SurfaceDark, "--accent:#adc8ff"} {
		if !strings.Contains(css, want) {
			t.Errorf("the style has no %s", want)
		}
	}
}
