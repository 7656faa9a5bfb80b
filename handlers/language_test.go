package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

// languageButton is the page's button or link of another language.
func languageButton(t *testing.T, p *browser.Page, tag string) *html.Node {
	t.Helper()
	button := p.Find(func(n *html.Node) bool {
		return browser.Attr(n, "data-action") == "language" && browser.Attr(n, "lang") == tag
	})
	if button == nil {
		t.Fatalf("the page doesn't offer %s:\n%s", tag, p.Text())
	}
	return button
}

// A problem page at a link of the shop's is read in another language without
// losing the link, and without repeating the token. "Language" of the link
// itself gives way to the choice.
func TestALinkKeepsItsParametersInAnotherLanguage(t *testing.T) {
	for path, code := range map[string]string{"/": "entry-invalid", "/status": "entry-invalid"} {
		w := setup(t)
		link := w.link("10", "THB", "lang", "vi")
		link.Set("idPayin", "no good id")
		address := path + "?" + link.Encode()
		b := w.browser()
		p := b.Get(address).Want(400, "problem").WantHook("problem", code)
		if strings.Contains(p.Body, link.Get("token")) {
			t.Errorf("%s: the page repeats the token", path)
		}
		button := languageButton(t, p, "th")
		if browser.Attr(button, "name") != "lang" || browser.Attr(button, "value") != "th" {
			t.Fatalf("%s: the button sends %v", path, button.Attr)
		}
		p = b.Do(http.MethodPost, address, url.Values{"lang": {"th"}}).Want(400, "problem").WantHook("problem", code)
		if !strings.Contains(p.Body, `<html lang="th"`) {
			t.Errorf("%s: the language isn't the chosen one", path)
		}
		link.Del("lang")
		if got := p.URL.Query(); p.URL.Path != path || got.Encode() != link.Encode() {
			t.Errorf("%s: the link is %s now, want %s", path, got.Encode(), link.Encode())
		}
	}
}

// The likely languages stand first: the market's and the browser's.
func TestLikelyLanguagesStandFirst(t *testing.T) {
	w := setup(t)
	b := w.browser()
	b.Headers.Set("Accept-Language", "vi")
	p := b.Enter(w.link("10", "THB", "lang", "en")).Want(200, "options")
	var order []string
	browser.Walk(p.Find(func(n *html.Node) bool { return n.Data == "html" }), func(n *html.Node) bool {
		if browser.Attr(n, "data-action") == "language" {
			order = append(order, browser.Attr(n, "hreflang"))
		}
		return false
	})
	if len(order) < 3 || order[0] != "th" || order[1] != "vi" {
		t.Errorf("the order is %v, want th and vi first", order)
	}
	for i, tag := range order {
		for _, again := range order[i+1:] {
			if again == tag {
				t.Errorf("%s is there twice", tag)
			}
		}
	}
}

// Only another language is sent to a status link's address.
func TestAStatusLinkTakesNoOtherForm(t *testing.T) {
	b := setup(t).browser()
	b.Do(http.MethodPost, "/status?idPayin=a", url.Values{"x": {"y"}}).Want(405, "problem").WantHook("problem", "method-not-allowed")
}
