package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

// sent is a payment that was sent to a bank: its browser, its link and our landing.
func (w *world) sent(pairs ...string) (b *browser.Browser, link url.Values, landing *url.URL) {
	w.t.Helper()
	link = w.link("1234.50", "THB", append([]string{"paymentMethodCode", "ONLINE", "paymentOperatorCode", "004"}, pairs...)...)
	b = w.browser()
	b.Press(b.Enter(link), "pay")
	address, _ := w.calls.creation(w.t, link.Get("idPayin"))["returnUrl"].(string)
	landing, err := url.Parse(address)
	if err != nil || landing.Path == "" {
		w.t.Fatalf("returnUrl %q, %v", address, err)
	}
	return b, link, landing
}

// Banks put their own behind an address as if it had no query, or take it apart and
// put it together in their way.
func TestFault68_ReturnsPutTogetherByBanks(t *testing.T) {
	w := setup(t)
	_, link, landing := w.sent()
	q := landing.Query()
	twice := url.Values{"sig": {"theirs", q.Get("sig")}, "to": {"https://bank.example/", q.Get("to")}, "z": {"1"}}
	for name, query := range map[string]string{
		"a second ?":       landing.RawQuery + "?status=paid&id=1",
		"a second ? and &": landing.RawQuery + "?&status=paid",
		"sorted":           url.Values{"to": q["to"], "sig": q["sig"], "status": {"paid"}}.Encode(),
		"lists":            twice.Encode(),
		"&&":               "&" + strings.ReplaceAll(landing.RawQuery, "&", "&&") + "&",
		"HTML":             strings.ReplaceAll(landing.RawQuery, "&", "&amp;"),
		"escaped again":    "sig=" + q.Get("sig") + "&to=" + url.QueryEscape(q.Get("to")),
		"whole address":    "sig=" + q.Get("sig") + "&to=" + url.QueryEscape(link.Get("returnUrl")),
	} {
		if got := w.browser().Get(landing.Path+"?"+query).Want(200, "problem").Link("return"); got != link.Get("returnUrl") {
			t.Errorf("%s: leads back to %q", name, got)
		}
	}
}

// Servers put a session's id behind a path, escape what needs no escaping, and end
// paths in their way.
func TestFault69_PathsPutTogetherByBanks(t *testing.T) {
	w := setup(t)
	b, link, landing := w.sent()
	ref := strings.TrimPrefix(landing.Path, "/return/")
	escaped := "%" + strings.ToUpper(hexOf(ref[0])) + ref[1:]
	for _, path := range []string{
		ref + ";jsessionid=0A1B", ref + "/", ref + ".", ref + ")", ref + "%20", ref + "%22", ref + ";", escaped, escaped + ";x=1", ref + ",", ref + "%E3%80%82", ref + "&",
	} {
		p := w.browser().Get("/return/" + path + "?" + landing.RawQuery)
		if got := p.Want(200, "problem").Link("return"); got != link.Get("returnUrl") {
			t.Errorf("%s: leads back to %q", path, got)
		}
		if p := b.Get("/return/" + path + "?" + landing.RawQuery); p.URL.Path != "/pay/"+ref || p.Hook("page") == "problem" {
			t.Errorf("%s: leads to %s", path, p.URL)
		}
		if p := b.Get("/pay/" + path); p.URL.Path != "/pay/"+ref || p.Hook("page") == "problem" {
			t.Errorf("/pay/%s leads to %s", path, p.URL)
		}
	}
	// A ref of another length is nobody's.
	for _, path := range []string{ref + "A", ref[1:], ref[1:] + ";" + ref} {
		b.Get("/pay/"+path).Want(400, "problem")
	}
}

func hexOf(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[c>>4], digits[c&15]})
}

// What an extension adds to our forms, or a program's way to write their type, costs
// nobody what was typed; what can't be read is told at its field.
func TestFault70_FormsAsBrowsersSendThem(t *testing.T) {
	w := setup(t)
	b := w.browser()
	at := b.Enter(w.link("10", "ZAR", "paymentMethodCode", "BANKA_PAY")).Want(200, "details").URL.Path
	var cookies []string
	for _, cookie := range b.HTTP.Jar.Cookies(&url.URL{Scheme: "http", Host: strings.TrimPrefix(w.app.URL, "http://"), Path: at}) {
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	const form = "application/x-www-form-urlencoded"
	for _, c := range []struct{ kind, body, want string }{
		{form, "accountName=Thandi&x=%E9", "Thandi"},
		{form, "x=100%&accountName=Thandi&;&%ff=1", "Thandi"},
		{form, "__ext=%00&accountName=Thandi", "Thandi"},
		{form + ";", "accountName=Thandi", "Thandi"},
		{form + "; charset=windows-1252", "accountName=Thandi", "Thandi"},
		{form + "; a=b=c", "accountName=Thandi", "Thandi"},
		{form + ", text/html", "accountName=Thandi", "Thandi"},
		{strings.ToUpper(form), "accountName=Thandi", "Thandi"},
		{form, "accountName=Ren\xe9", "Ren\ufffd"},
		{form, "accountName=Ren%E9", "Ren\ufffd"},
		{form, "accountName=A;B", "A;B"},
		{form, "accountName=100%", "100%"},
	} {
		answer := w.serve(http.MethodPost, at+"/language", c.kind, c.body, strings.Join(cookies, "; "))
		if answer.Code != http.StatusSeeOther {
			t.Errorf("%s %q: got %d", c.kind, c.body, answer.Code)
			continue
		}
		kept := append([]string{}, cookies...)
		for _, cookie := range answer.Result().Cookies() {
			kept = append([]string{cookie.Name + "=" + cookie.Value}, kept...)
		}
		page := w.serve(http.MethodGet, at, "", "", strings.Join(kept, "; "))
		if want := `value="` + c.want + `"`; !strings.Contains(page.Body.String(), want) {
			t.Errorf("%s %q: the page hasn't %s", c.kind, c.body, want)
		}
	}
	p := b.Press(b.Get(at), "pay", "accountNumber", "62000000000", "accountName", "Ren\xe9").Want(200, "details")
	if !p.Has("data-error", "accountName") {
		t.Errorf("nothing is told:\n%s", p.Words())
	}
}

// Cookies of others on the operator's domain take no payment away.
func TestFault72_CookiesOfOthers(t *testing.T) {
	w := setup(t)
	at, own := w.entered(w.link("10", "THB").Encode())
	for _, others := range []string{
		`{"json":true}`, `utm="föö"; b=%zz`, `x={a:1,b:"2"}`, "a;b;;=c", "lang=%%%", `lang="th"`, "pay=junk; progress=; known=x", "=; =", "a=b\xff", strings.Repeat("_ga=GA1.2.3; ", 400), own,
	} {
		for _, cookies := range []string{others + "; " + own, own + "; " + others} {
			if page := w.serve(http.MethodGet, at, "", "", cookies); page.Code != http.StatusOK || !strings.Contains(page.Body.String(), `data-page="options"`) {
				t.Errorf("%.40q: got %d", cookies, page.Code)
			}
		}
	}
}

// Whatever a client asks for in which form, it gets the page as it is now, whole.
func TestFault75_RequestsWithConditions(t *testing.T) {
	w := setup(t)
	at, cookies := w.entered(w.link("10", "THB").Encode())
	for name, header := range map[string][2]string{
		"a part":           {"Range", "bytes=0-10"},
		"an older one":     {"If-Modified-Since", "Sat, 01 Jan 2033 00:00:00 GMT"},
		"the same":         {"If-None-Match", "*"},
		"no text":          {"Accept", "image/webp"},
		"nothing":          {"Accept", "*/*;q=0"},
		"no coding":        {"Accept-Encoding", "identity;q=0, *;q=0"},
		"another coding":   {"Accept-Encoding", "br, zstd"},
		"a charset":        {"Accept-Charset", "gbk"},
		"another method":   {"X-HTTP-Method-Override", "DELETE"},
		"another protocol": {"Upgrade", "h2c"},
		"a saving of data": {"Save-Data", "on"},
		"another address":  {"X-Original-URL", "/status"},
		"another host":     {"X-Forwarded-Host", "evil.example"},
		"nothing stored":   {"Cache-Control", "only-if-cached"},
	} {
		b := w.browser()
		b.Headers.Set(header[0], header[1])
		b.Headers.Set("Cookie", cookies)
		if p := b.Get(at); p.Status != http.StatusOK || p.Hook("page") != "options" || !strings.HasSuffix(strings.TrimSpace(p.Body), "</html>") || strings.Contains(p.Body, "evil.example") {
			t.Errorf("%s: got %d %q", name, p.Status, p.Hook("page"))
		}
	}
}

// Office programs and chats look at a link before they open it.
func TestFault76_ProgramsThatLookFirst(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	for _, method := range []string{"OPTIONS", "HEAD", "PROPFIND", "LOCK", "get"} {
		for _, path := range []string{"/?" + link.Encode(), "/status?idPayin=o&token=a.b.c&currencyCode=THB"} {
			if answer := w.serve(method, path, "", "", ""); answer.Code >= 500 {
				t.Errorf("%s %.8s: got %d", method, path, answer.Code)
			}
		}
	}
	if n := w.calls.count(""); n != 0 {
		t.Errorf("%d calls of the gateway", n)
	}
	w.browser().Enter(link).Want(200, "options")
}

// A shop of one page has its routes behind a #.
func TestFault78_ReturnsToRoutesBehindASharp(t *testing.T) {
	w := setup(t)
	for _, shop := range []string{"https://shop.example/#/thanks", "https://shop.example/app?a=1#/thanks?order=1&b=2", "https://shop.example/#!/x;y=%2F"} {
		_, _, landing := w.sent("returnUrl", shop)
		if got := w.browser().Get(landing.RequestURI()+"&status=paid").Want(200, "problem").Link("return"); got != shop {
			t.Errorf("%s: leads back to %q", shop, got)
		}
	}
}

// A bank may post back as much as it likes: none of it is read.
func TestFault79_LargeReturns(t *testing.T) {
	w := setup(t)
	_, _, landing := w.sent()
	for _, size := range []int{1, 64 << 10, 64<<10 + 1, 200 << 10} {
		response, err := noRedirects().Post(w.app.URL+landing.RequestURI(), "application/x-www-form-urlencoded", strings.NewReader("PaRes="+strings.Repeat("x", size)))
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusSeeOther {
			t.Errorf("%d bytes: got %d", size, response.StatusCode)
		}
	}
}

func noRedirects() *http.Client {
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}
