package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/i18n"
	"payapp/internal/application"
	"payapp/internal/testing/browser"
)

// languageButton is the page's button or link of another language.
func languageButton(t *testing.T, p *browser.Page, tag string) *html.Node {
	t.Helper()
	button := p.Find(func(n *html.Node) bool {
		return browser.Attr(n, "data-action") == "language" && browser.Attr(n, "lang") == tag
	})
	if button == nil {
		t.Fatalf("the page doesn't offer %s:\n%s", tag, p.Words())
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
		link.Set("idPayin", "no/../good id")
		address := path + "?" + strings.Replace(link.Encode(), "lang=vi", "l%61ng=vi", 1)
		b := w.browser()
		b.Headers.Set("Origin", "null") // as a page without a referrer posts, in browsers without Sec-Fetch-Site
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

// moreLanguages is the page's button or link to all languages.
func moreLanguages(t *testing.T, p *browser.Page) *html.Node {
	t.Helper()
	more := p.Find(func(n *html.Node) bool {
		return browser.Attr(n, "data-action") == "language" && browser.Attr(n, "lang") == ""
	})
	if more == nil {
		t.Fatalf("the page doesn't lead to all languages:\n%s", browser.Short(p.Body))
	}
	return more
}

// back is the page's button that leads back.
func back(t *testing.T, p *browser.Page) *html.Node {
	t.Helper()
	button := p.Find(func(n *html.Node) bool { return browser.Attr(n, "data-action") == "back" })
	if button == nil {
		t.Fatalf("the page has no way back:\n%s", browser.Short(p.Body))
	}
	return button
}

// All languages stand on a page of their own, the page's included; choosing one
// leads back to the step that is due.
func TestAllLanguagesHaveAPage(t *testing.T) {
	w := setup(t)
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := w.browser()
	p := b.Enter(w.link("10", "THB")).Want(200, "options")
	address := p.URL.Path
	p = b.Get(address+browser.Attr(moreLanguages(t, p), "href")).Want(200, "languages")
	for _, l := range bundle.Locales() {
		if button := languageButton(t, p, l.Tag()); browser.Attr(button, "href") != "?lang="+l.Tag() || !strings.Contains(p.Text(), l.Name()) {
			t.Errorf("%s: %v", l.Tag(), button.Attr)
		}
	}
	if !p.Has("data-amount", "10.00") {
		t.Error("the page doesn't say how much is paid")
	}
	p = b.Get(address+browser.Attr(languageButton(t, p, "de"), "href")).Want(200, "options")
	if !strings.Contains(p.Body, `<html lang="de"`) {
		t.Error("the language isn't the chosen one")
	}
}

// On its way to all languages a form leaves what was typed with us, and the way
// back has it again.
func TestMoreLanguagesKeepWhatWasTyped(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.Enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
	address := p.URL.Path
	more := browser.Attr(moreLanguages(t, p), "formaction")
	p = b.Do(http.MethodPost, more, url.Values{"accountNumber": {"0801234567"}}).Want(200, "languages")
	p = b.Get(address+browser.Attr(languageButton(t, p, "fr"), "href")).Want(200, "details")
	if got := browser.Attr(p.Input("accountNumber"), "value"); got != "0801234567" || !strings.Contains(p.Body, `<html lang="fr"`) {
		t.Errorf("the field has %q:\n%s", got, p.Words())
	}
}

// From a choice that Back has led to, all languages lead back to that choice. A
// form that is sent on isn't a choice: its address's step doesn't matter to it.
func TestAllLanguagesKeepTheChoiceThatBackLedTo(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.Enter(w.link("10", "THB")).Want(200, "options")
	address := p.URL.Path
	b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	more := browser.Attr(moreLanguages(t, b.Get(address+"?step=options").Want(200, "options")), "href")
	p = b.Get(address+more).Want(200, "languages")
	for _, way := range []*html.Node{languageButton(t, p, "fr"), back(t, p)} {
		b.Get(address+browser.Attr(way, "href")).Want(200, "options")
	}
	b.Do(http.MethodPost, address+"/language?step=options&lang=more", url.Values{"accountNumber": {"0801234567"}}).Want(200, "languages")
	if got := browser.Attr(b.Get(address).Want(200, "details").Input("accountNumber"), "value"); got != "0801234567" {
		t.Errorf("the field has %q", got)
	}
}

// A link's problem page leads to all languages, and from there back to the link,
// which stays out of both pages.
func TestALinkIsKeptBesideAllLanguages(t *testing.T) {
	for _, path := range []string{"/", "/status"} {
		w := setup(t)
		link := w.link("10", "THB", "lang", "vi")
		link.Set("idPayin", "no/../good id")
		address := path + "?" + link.Encode()
		b := w.browser()
		more := moreLanguages(t, b.Get(address).Want(400, "problem"))
		p := b.Do(http.MethodPost, address, url.Values{browser.Attr(more, "name"): {browser.Attr(more, "value")}}).Want(200, "languages")
		if strings.Contains(p.Body, link.Get("token")) {
			t.Errorf("%s: the page repeats the token", path)
		}
		link.Del("lang")
		for _, button := range []*html.Node{languageButton(t, p, "de"), back(t, p)} {
			p := b.Do(http.MethodPost, address, url.Values{browser.Attr(button, "name"): {browser.Attr(button, "value")}})
			p.Want(400, "problem").WantHook("problem", "entry-invalid")
			if got := p.URL.Query(); p.URL.Path != path || got.Encode() != link.Encode() {
				t.Errorf("%s: the link is %s now, want %s", path, got.Encode(), link.Encode())
			}
		}
	}
}

// Who has no session, and who came to an address that isn't there, can read that
// in every language.
func TestProblemsOutsideAPaymentHaveAllLanguages(t *testing.T) {
	b := setup(t).browser()
	for _, address := range []string{"/pay/nobody", "/nowhere"} {
		p := b.Get(address)
		p = b.Get(address + browser.Attr(moreLanguages(t, p), "href"))
		languageButton(t, p, "de")
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
		if browser.Attr(n, "data-action") == "language" && browser.Attr(n, "lang") != "" {
			order = append(order, browser.Attr(n, "hreflang"))
		}
		return false
	})
	if len(order) != 2 || order[0] != "th" || order[1] != "vi" {
		t.Errorf("the page offers %v, want th and vi", order)
	}
}

// The way to the bank is shown once; a look at all languages isn't it.
func TestAllLanguagesLeaveTheWayToTheBank(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	at, follow := p.URL.Path, b.HTTP.CheckRedirect
	b.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	b.Press(p, "pay").Want(303, "")
	b.HTTP.CheckRedirect = follow
	b.Get(at+"?lang=more").Want(200, "languages")
	b.Get(at).Want(200, "leaving")
	b.Get(at).Want(200, "status")
}

// Only another language is sent to a status link's address.
func TestAStatusLinkTakesNoOtherForm(t *testing.T) {
	b := setup(t).browser()
	b.Do(http.MethodPost, "/status?idPayin=a", url.Values{"x": {"y"}}).Want(405, "problem").WantHook("problem", "bad-request")
}

// Ours: only a language of ours is a choice. Neither the list of languages nor
// one that we don't have is remembered as English.
func TestOnlyALanguageOfOursIsRemembered(t *testing.T) {
	w := setup(t)
	for wish, want := range map[string]string{
		"th": "th", "en": "en", "en-ZA": "en", "zh-TW": "zh-Hant",
		"more": "", "is": "", "tlh": "", "%25%25": "", "": "",
	} {
		got := ""
		for _, cookie := range (&http.Response{Header: w.browser().Get("/?lang=" + wish).Header}).Cookies() {
			if cookie.Name == "lang" {
				got = cookie.Value
			}
		}
		if got != want {
			t.Errorf("?lang=%s is remembered as %q, want %q", wish, got, want)
		}
	}
}

// Ours: with https the language's cookie is never sent without it.
func TestTheLanguageIsSecureWithHTTPS(t *testing.T) {
	for _, secure := range []bool{false, true} {
		w := setup(t, func(c *application.Config) { c.Secure = secure })
		set := strings.Join(w.browser().Get("/?lang=th").Header.Values("Set-Cookie"), "\n")
		if !strings.Contains(set, "lang=th; Path=/; ") || strings.Contains(set, "; Secure") != secure {
			t.Errorf("Secure is %v, and the cookie is %q", secure, set)
		}
	}
}
