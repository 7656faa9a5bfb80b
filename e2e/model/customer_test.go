package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

const base = "http://pay.example"

// customer is one browser, with its cookies and tabs.
type customer struct {
	world    *world
	name     string
	address  string
	stranger bool
	entering *payment // whose link is being opened
	opening  *link    // that link
	jar      *cookiejar.Jar
	tabs     []*tab
	language string

	mu       sync.Mutex
	links    map[*payment][]*link // that this browser opened
	sessions map[string]*session  // by the address of their page
	did      map[*payment]*deeds
}

// session is what one browser knows about a payment at one of its addresses.
type session struct {
	link    *link  // that led here last
	forms   forms  // what was typed here
	touched int    // how often something may have changed in the cookies
	seen    bool   // was shown the payment, so its token was good
	paid    int64  // the moment when it was told "paid"
	learned string // the kind of violation if it is told otherwise
	failed  int64  // the moment when it was last told "failed"
	judged  int64  // the moment when a page last came
	telling int    // numbers that are being sent
	told    bool   // the gateway has taken one, and said so
	paying  int    // presses of Pay that aren't answered
	doubled bool   // one came while another wasn't
	created bool   // a press of Pay here created the payment, and brought a page
	acted   bool   // came back, said to have paid or gave a number, and was told so
	shown   shown  // what it was told of how to pay
}

// session is the session of an address, or of one below it. The customer is
// locked.
func (c *customer) session(path string) *session {
	if parts := strings.Split(path, "/"); len(parts) > 2 {
		path = "/" + strings.Replace(parts[1], "return", "pay", 1) + "/" + parts[2]
	}
	if c.sessions[path] == nil {
		c.sessions[path] = &session{forms: forms{fields: map[string][]string{}, kinds: map[string]string{}}}
	}
	return c.sessions[path]
}

// entered notes that a link led to an address. If the link has other data than
// the previous one, what was typed there may be gone.
func (c *customer) entered(path string) {
	s := c.session(path)
	if s.link != nil {
		clear(s.forms.fields)
	}
	s.link, s.seen, s.paid, s.failed, s.acted, s.shown = c.opening, false, 0, 0, false, shown{}
	s.touched++
}

// tab is a page, perhaps open for hours, and the pages before it.
type tab struct {
	owner   *customer
	payment *payment
	page    *browser.Page
	stamp   int // session.touched when the page came
	before  []*tab
}

func (w *world) customer(name string) *customer {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatalf("jar: %v", err)
	}
	c := &customer{
		world: w, name: name, address: fmt.Sprintf("203.0.%d.%d:4711", 113+len(w.people)/250, 1+len(w.people)%250), jar: jar,
		links: map[*payment][]*link{}, sessions: map[string]*session{}, did: map[*payment]*deeds{},
	}
	w.people = append(w.people, c)
	return c
}

// visit is a request that follows redirects; nil without an answer.
func (c *customer) visit(method, target string, form url.Values, headers ...string) *browser.Page {
	began, asked := c.world.moments.Add(1), c.world.now()
	defer c.sends(method, target)()
	acts := strings.HasPrefix(target, "/return/") || method == http.MethodPost && (strings.HasSuffix(target, "/paid") || strings.HasSuffix(target, "/reference"))
	for range 10 {
		c.does(method, target)
		at := c.world.moments.Add(1)
		page, err := c.request(context.Background(), method, target, form, headers...)
		if err != nil {
			if !errors.Is(err, errCut) {
				c.world.fail("other", "%s %s: %v", method, target, err)
			}
			return nil
		}
		if page.Status < 300 || page.Status >= 400 {
			if page.Doc != nil {
				c.loaded(page, at)
				c.world.tell("  %s: %s %s is %s", c.name, method, c.world.place(target), hooks(page))
				c.world.judgePage(c, method, page, began, asked)
				if acts {
					c.acted(page)
				}
			}
			return page
		}
		next, err := page.URL.Parse(page.Header.Get("Location"))
		if err != nil || next.Host != page.URL.Host || next.Scheme != page.URL.Scheme {
			c.world.fail("other", "%s %s: %d leads to %q", method, page.URL.Path, page.Status, page.Header.Get("Location"))
			return nil
		}
		if method == http.MethodPost && page.Status != http.StatusSeeOther {
			c.world.fail("other", "%s %s answers %d, want 303", method, page.URL.Path, page.Status)
		}
		method, target, form = http.MethodGet, next.RequestURI(), nil
	}
	c.world.fail("other", "%s: redirects without an end at %s", c.name, target)
	return nil
}

// acted notes that the page is told by what this customer did.
func (c *customer) acted(p *browser.Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.session(p.URL.Path)
	s.acted = s.acted || p.Hook("status") == "pending" && (p.Hook("page") == "status" || p.Hook("page") == "reference")
}

// request is one request with its answer, without following redirects.
func (c *customer) request(ctx context.Context, method, target string, form url.Values, headers ...string) (*browser.Page, error) {
	u, err := url.Parse(base + target)
	if err != nil {
		return nil, err
	}
	var body io.Reader = http.NoBody
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return nil, err
	}
	r.RemoteAddr, r.RequestURI = c.address, u.RequestURI()
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	switch {
	case c.language == inKeys && !r.URL.Query().Has("lang"): // no cookie remembers that one
		r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&lang="+inKeys, "&")
		r.RequestURI = r.URL.RequestURI()
	case c.language != "":
		r.Header.Set("Accept-Language", c.language)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for _, cookie := range c.jar.Cookies(u) {
		r.AddCookie(cookie)
	}
	asked := time.Now()
	answer, err := c.world.front.serve(r)
	if err != nil {
		return nil, err
	}
	answer.WriteHeader(http.StatusOK) // a handler that writes nothing has answered, too
	response := http.Response{StatusCode: answer.status, Header: answer.sent, Request: r}
	c.jar.SetCookies(u, response.Cookies())
	page := &browser.Page{Status: answer.status, URL: u, Header: answer.sent, Body: answer.body.String()}
	c.world.judgeAnswer(c, r, page, time.Since(asked))
	page.Header.Set(madeBy, answer.by)
	if strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
		if page.Doc, err = html.ParseWithOptions(strings.NewReader(unstyled(page.Body)), html.ParseOptionEnableScripting(false)); err != nil {
			return nil, err
		}
	}
	return page, nil
}

// unstyled is the page without its inline style sheet and script, which are
// most of it and the same in all pages.
func unstyled(body string) string {
	for _, name := range []string{"style", "script"} {
		before, rest, opened := strings.Cut(body, "<"+name)
		_, after, closed := strings.Cut(rest, "</"+name+">")
		if opened && closed {
			body = before + after
		}
	}
	return body
}

// open opens a link in a tab.
func (c *customer) open(t *tab, p *payment, l *link, post bool) {
	c.mu.Lock()
	c.links[p] = append(c.links[p], l)
	c.entering, c.opening = p, l
	c.mu.Unlock()
	t.payment = p
	if post {
		t.show(c.visit(http.MethodPost, "/", l.values, "Sec-Fetch-Site", "cross-site"))
	} else {
		t.show(c.visit(http.MethodGet, "/?"+l.values.Encode(), nil))
	}
	c.mu.Lock()
	c.entering, c.opening = nil, nil
	c.mu.Unlock()
}

// openStatus opens a status link in a tab.
func (c *customer) openStatus(t *tab, p *payment, validity time.Duration) {
	enter := func(p *payment, l *link) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.entering, c.opening = p, l
	}
	token, target := p.statusLink(validity)
	enter(p, &link{token: token, until: c.world.now().Add(validity)})
	t.show(c.visit(http.MethodGet, target, nil))
	enter(nil, nil)
}

// show puts a page into the tab; nil is the browser's error page of a cut
// connection, from which people go back or reload.
func (t *tab) show(p *browser.Page) {
	if p == nil || p.Doc == nil {
		return
	}
	if t.page != nil {
		old := *t
		old.before = nil
		t.before = append(t.before, &old)
		if len(t.before) > 4 {
			t.before = t.before[1:]
		}
	}
	t.page = p
	if found := t.owner.world.of(p.URL.Path); found != nil {
		t.payment = found
	}
	t.owner.mu.Lock()
	t.stamp = t.owner.session(p.URL.Path).touched
	t.owner.mu.Unlock()
}

// back shows the previous page as it was, without a request.
func (t *tab) back() {
	if n := len(t.before); n > 0 {
		old := t.before[n-1]
		t.page, t.payment, t.stamp, t.before = old.page, old.payment, old.stamp, t.before[:n-1]
	}
}

// reload reloads the tab's address.
func (t *tab) reload() {
	if t.page != nil {
		t.show(t.owner.visit(http.MethodGet, t.page.URL.RequestURI(), nil))
	}
}
