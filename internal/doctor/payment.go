package doctor

import (
	"bufio"
	"context"
	"errors"
	"html"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// firstEvent is how long a stream's first event may take: it is sent at once.
const firstEvent = 5 * time.Second

var newsAddress = regexp.MustCompile(`data-news="([^"]+)"`)

// payment opens the link as a browser does.
func (v *visit) payment(ctx context.Context) {
	entry, err := v.get(ctx, v.link.String())
	if err != nil {
		v.Fail("entry", "", "%v", inner(err))
		return
	}
	to, err := v.base.Parse(entry.header.Get("Location"))
	switch {
	case entry.status != http.StatusSeeOther || err != nil:
		v.Fail("entry", "is the link whole, and its token still valid?", "the link answers %d", entry.status)
		return
	case to.Host != v.base.Host || to.Scheme != v.base.Scheme:
		v.Fail("entry", "let the proxy pass Host on; is PAYAPP_PUBLIC_URL right?", "it leads to %s://%s", to.Scheme, to.Host)
		return
	case to.RawQuery != "":
		v.Fail("entry", "is that payapp?", "the address after it still has a query")
		return
	}
	v.Well("entry", "it leads to an address without the token")
	v.cookies(entry.cookies, to.Path)
	page, err := v.get(ctx, to.String())
	if err != nil || page.status != http.StatusOK {
		v.Fail("payment", "do all replicas have the same PAYAPP_SESSION_KEYS, and does the proxy pass cookies on?",
			"its page doesn't open (%d, %v)", page.status, inner(err))
		return
	}
	v.Well("payment", "its page opens")
	v.scripts(page)
	v.unchanged(page)
	if news := newsAddress.FindSubmatch(page.body); news != nil {
		v.stream(ctx, html.UnescapeString(string(news[1])))
		return
	}
	v.Unknown("streams", "give a status link (payapp status-link): its page waits, and has one", "this page has no event stream")
}

// cookies of a payment: sealed, for its own path, and for nobody's script.
func (v *visit) cookies(cookies []*http.Cookie, path string) {
	sealed := 0
	for _, c := range cookies {
		if !strings.HasPrefix(c.Path, path) {
			continue
		}
		sealed++
		const mend = "let the proxy change nothing in Set-Cookie"
		switch {
		case !c.HttpOnly:
			v.Fail("cookies", mend, "%s can be read by scripts", c.Name)
		case c.SameSite != http.SameSiteLaxMode:
			v.Fail("cookies", mend, "%s isn't SameSite=Lax", c.Name)
		case v.base.Scheme == "https" && (!c.Secure || !strings.HasPrefix(c.Name, "__Secure-")):
			v.Fail("cookies", "is PAYAPP_PUBLIC_URL https?", "%s would go over plain http, too", c.Name)
		default:
			continue
		}
		return
	}
	if sealed == 0 {
		v.Fail("cookies", "let the proxy pass Set-Cookie on, with its path", "the payment has none of its path")
		return
	}
	v.Well("cookies", "%d, for the payment's path, Secure as far as the address is, HttpOnly, SameSite=Lax", sealed)
}

// stream opens the page's event stream: a proxy that holds answers back delivers
// nothing before its end.
func (v *visit) stream(ctx context.Context, path string) {
	to, err := v.base.Parse(path)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeoutCause(ctx, firstEvent, errHeldBack)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to.String(), nil)
	if err != nil {
		return
	}
	request.Header.Set("Accept", "text/event-stream")
	response, err := v.client.Do(request)
	if err == nil {
		defer response.Body.Close()
		if kind := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
			v.Fail("streams", "does the proxy pass …/events on?", "status %d, %q", response.StatusCode, kind)
			return
		}
		if response.Header.Get("Content-Encoding") != "" {
			v.Fail("streams", "let the proxy leave text/event-stream uncompressed", "it is compressed on the way")
			return
		}
		came, lines := false, bufio.NewScanner(response.Body)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "event: beat") {
				v.Well("streams", "the first event comes at once")
				return
			}
			came = came || strings.HasPrefix(lines.Text(), "data:")
		}
		if came && lines.Err() == nil { // as for a page in line, which is told once to load again
			v.Unknown("streams", "try again once a payment has been opened here: does the gateway answer late?",
				"the stream ended after an event, before its first beat")
			return
		}
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil || errors.Is(err, errHeldBack) || errors.Is(err, context.DeadlineExceeded) {
		v.Fail("streams", "switch buffering off for …/events (X-Accel-Buffering: no is sent), and allow answers without end",
			"nothing came within %v", firstEvent)
		return
	}
	v.Fail("streams", "", "%v", inner(err))
}

var errHeldBack = errors.New("held back")
