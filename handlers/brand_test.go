package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/internal/testing/browser"
	"payapp/methods"
	"payapp/static"
)

func branded(c *application.Config) {
	c.Branding = map[string]site.Brand{"DEMO": {
		Name: "Branded", Accent: "#7a1040", SupportEmail: "help@shop.example", LogoImage: []byte("\x89PNG\r\n\x1a\n"),
	}}
}

// A brand shows once the gateway has accepted the token, by the token's own
// merchant; its style is allowed by its hash, its logo is a static file.
func TestBranding(t *testing.T) {
	w := setup(t, branded)
	b := w.browser()
	p := b.Enter(w.link("10", "THB")).Want(200, "options")
	if !strings.Contains(p.Text(), "Branded") || !strings.Contains(p.Body, "<style>@media screen{:root{--accent:#7a1040;--tint:#") {
		t.Errorf("no brand:\n%s", p.Words())
	}
	if n := strings.Count(p.Header.Get("Content-Security-Policy"), "'sha256-"); n != 9 { // four styles, four scripts, the brand's
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

// A merchant's own sentence stands below what is paid, as text, in the languages
// that it is there for; heading and tab say that it is paid.
func TestBrandedSuccess(t *testing.T) {
	for _, c := range []struct {
		words site.Words
		lang  string
		want  string
	}{
		{site.Words{"": "Enjoy <b>it</b>"}, "th", "Enjoy <b>it</b>"},
		{site.Words{"en": "Enjoy it", "th": "ขอบคุณค่ะ"}, "th", "ขอบคุณค่ะ"},
		{site.Words{"th": "ขอบคุณค่ะ"}, "en", ""},
		{nil, "en", ""},
	} {
		w := setup(t, func(a *application.Config) { a.Branding = map[string]site.Brand{"DEMO": {Success: c.words}} })
		m, _ := methods.Default().Find("PROMPTPAY", "THB")
		b, p, link := w.payBy(t, m)
		w.set(link.Get("idPayin"), "SUCCESS")
		p = b.Do(http.MethodPost, p.URL.Path+"/refresh", nil)
		p = b.Get(p.URL.Path+"?lang="+c.lang).Want(200, "status").WantHook("status", "success")
		own := ""
		if n := p.Find(func(n *html.Node) bool {
			return n.Data == "p" && slices.Contains(n.Attr, html.Attribute{Key: "dir", Val: "auto"})
		}); n != nil {
			own = n.FirstChild.Data
		}
		if own != c.want || !p.Has("data-amount", "1234.50") {
			t.Errorf("%v in %s: the shop says %q, want %q", c.words, c.lang, own, c.want)
		}
		paid := map[string]string{"en": "You paid ฿1,234.50", "th": "ชำระเงิน ฿1,234.50 สำเร็จ"}[c.lang]
		if heading := textOf(p.Find(func(n *html.Node) bool { return n.Data == "h1" })); heading != paid {
			t.Errorf("%v in %s: the heading is %q, want %q", c.words, c.lang, heading, paid)
		}
		if title := p.Find(func(n *html.Node) bool { return n.Data == "title" }).FirstChild.Data; !strings.HasPrefix(title, paid) {
			t.Errorf("%v in %s: the title is %q, want %q", c.words, c.lang, title, paid)
		}
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
