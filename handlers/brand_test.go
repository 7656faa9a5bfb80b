package handlers_test

import (
	"strings"
	"testing"

	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/internal/testing/browser"
	"payapp/static"
)

func branded(c *application.Config) {
	c.Branding = map[string]site.Brand{"DEMO": {
		Name: "Branded", Accent: "#7a1040", SupportEmail: "help@shop.example", LogoPNG: []byte("\x89PNG\r\n\x1a\n"),
	}}
}

// A brand shows once the gateway has accepted the token, by the token's own
// merchant; its style is allowed by its hash, its logo is a static file.
func TestBranding(t *testing.T) {
	w := setup(t, branded)
	b := w.browser()
	p := b.Enter(w.link("10", "THB")).Want(200, "options")
	if !strings.Contains(p.Text(), "Branded") || !strings.Contains(p.Body, "<style>@media screen{:root{--accent:#7a1040;--tint:#") {
		t.Errorf("no brand:\n%s", p.Text())
	}
	if n := strings.Count(p.Header.Get("Content-Security-Policy"), "'sha256-"); n != 5 { // two styles, two scripts, the brand's
		t.Errorf("the policy has %d hashes: %s", n, p.Header.Get("Content-Security-Policy"))
	}
	logo := p.Find(isLogo)
	if logo == nil || b.Get(browser.Attr(logo, "src")).Header.Get("Content-Type") != "image/png" {
		t.Error("no logo")
	}
	b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY")
	other := w.browser().Enter(w.link("10", "THB", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "PROMPTPAY"))
	if strings.Contains(other.Body, "#7a1040") || strings.Contains(other.Text(), "Branded") {
		t.Error("another merchant has the brand")
	}
	stranger := w.browser().Enter(w.link("10", "THB", "token", unsigned(`{"merchantCode":"DEMO"}`))).Want(403, "problem")
	if strings.Contains(stranger.Body, "#7a1040") || strings.Contains(stranger.Text(), "Branded") {
		t.Error("a token that nobody accepted has the brand")
	}
}

// The surfaces that accents are measured on are those of the pages.
func TestSurfacesOfAccents(t *testing.T) {
	for _, kind := range static.Kinds() {
		css := strings.ReplaceAll(static.CSS(kind), " ", "")
		for _, want := range []string{"--surface:#fff;", "--surface:" + site.SurfaceDark} {
			if !strings.Contains(css, want) {
				t.Errorf("the style has no %s", want)
			}
		}
	}
}
