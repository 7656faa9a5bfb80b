package model

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"payapp/internal/testing/browser"
)

// aTab draws one of the tabs of all customers.
func (w *world) aTab(t *rapid.T) *tab {
	var all []*tab
	for _, c := range w.people {
		if !c.stranger {
			all = append(all, c.tabs...)
		}
	}
	return all[rapid.IntRange(0, len(all)-1).Draw(t, "tab")]
}

func oneOf(t *rapid.T, label string, words ...string) string {
	return rapid.SampledFrom(words).Draw(t, label)
}

func (w *world) aPayment(t *rapid.T) *payment {
	return w.payments[rapid.IntRange(0, len(w.payments)-1).Draw(t, "payment")]
}

// actLook reloads, goes back, or opens the address of a step.
func (w *world) actLook(t *rapid.T) {
	tab := w.aTab(t)
	if tab.page == nil {
		return
	}
	how := oneOf(t, "look", "reload", "reload", "reload", "back", "back", "step", "post", "language", "qr", "head")
	path := tab.page.URL.Path
	w.tell("%s looks: %s at %s", tab.owner.name, how, path)
	ref, isPayment := strings.CutPrefix(path, "/pay/")
	ref, _, _ = strings.Cut(ref, "/")
	switch {
	case how == "back":
		tab.back()
	case how == "language":
		tab.show(tab.owner.visit(http.MethodGet, path+"?lang="+rapid.SampledFrom([]string{"th", "en", "hi", "zh", "xx"}).Draw(t, "lang"), nil))
	case how == "head":
		_, _ = tab.owner.request(context.Background(), http.MethodHead, path, nil)
	case how == "step" && isPayment:
		step := oneOf(t, "step", "choose", "pay", "paid", "reference", "instructions", "correct", "refresh", "retry", "change-method")
		tab.show(tab.owner.visit(http.MethodGet, "/pay/"+ref+"/"+step, nil))
	case how == "post" && isPayment:
		step := rapid.SampledFrom([]string{"paid", "instructions", "correct", "refresh", "retry", "change-method"}).Draw(t, "step")
		tab.owner.mu.Lock()
		tab.owner.session(path).touched++
		tab.owner.mu.Unlock()
		tab.show(tab.owner.visit(http.MethodPost, "/pay/"+ref+"/"+step, url.Values{}))
	case how == "qr" && isPayment:
		_, _ = tab.owner.request(context.Background(), http.MethodGet, "/pay/"+ref+"/qr.png", nil)
	default:
		tab.reload()
	}
}

// actOpen opens a link of the shop: the same again, a new one with another
// token or amount, an edited one, or the status link.
func (w *world) actOpen(t *rapid.T) {
	tab := w.aTab(t)
	p := tab.payment
	how := oneOf(t, "link", "again", "again", "by post", "fresh token", "other amount", "edited", "status", "status soon over")
	w.tell("%s opens %s: %s", tab.owner.name, p.id, how)
	last := p.links[len(p.links)-1]
	switch how {
	case "status", "status soon over":
		validity := time.Hour
		if how == "status soon over" {
			validity = 20 * time.Second
		}
		tab.owner.openStatus(tab, p, validity)
	case "fresh token":
		tab.owner.open(tab, p, p.link(last.values.Get("amount"), 30*time.Minute), false)
	case "other amount":
		tab.owner.open(tab, p, p.link(rapid.SampledFrom([]string{"250", "10"}).Draw(t, "amount"), 30*time.Minute), false)
	case "edited":
		edited := *last
		edited.values = url.Values{}
		for name, values := range last.values {
			edited.values[name] = values
		}
		edited.values.Set("amount", "1")
		edited.money, edited.genuine = "1 "+p.order.currency, false
		tab.owner.open(tab, p, &edited, false)
	default:
		tab.owner.open(tab, p, last, how == "by post")
	}
}

// actEvents requests events as the page's script does, for a while.
func (w *world) actEvents(t *rapid.T) {
	tab := w.aTab(t)
	if tab.page == nil || w.of(tab.page.URL.Path) == nil {
		return
	}
	parts := strings.Split(tab.page.URL.Path, "/")
	target := "/" + parts[1] + "/" + parts[2] + "/events"
	if rapid.Bool().Draw(t, "once") {
		target += "?once=1"
	}
	var headers []string
	if rapid.Bool().Draw(t, "with the last id") {
		headers = []string{"Last-Event-ID", version(tab.page)}
	}
	listening := time.Duration(rapid.SampledFrom([]int{1, 5, 25, 60, 400}).Draw(t, "listening, s")) * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), w.really(listening))
	defer cancel()
	page, err := tab.owner.request(ctx, http.MethodGet, target, nil, headers...)
	if err != nil {
		return
	}
	w.tell("%s hears of %s: %d %q", tab.owner.name, tab.payment.id, page.Status, page.Body)
	if page.Status == http.StatusOK {
		judgeNews(w, page)
	}
}

// judgeNews checks that a stream says when to reconnect, and has only valid
// lines.
func judgeNews(w *world, p *browser.Page) {
	if !strings.HasPrefix(p.Header.Get("Content-Type"), "text/event-stream") {
		w.fail("other", "news are %q", p.Header.Get("Content-Type"))
	}
	retry := false
	for line := range strings.Lines(p.Body) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch name {
		case "", "id", "data", "event":
		case "retry":
			after, err := strconv.Atoi(value)
			retry = err == nil && after >= 500 && after <= 600_000
		default:
			w.fail("other", "news have a line %q", line)
		}
	}
	if !retry {
		w.fail("other", "news don't say when to come back: %q", p.Body)
	}
}

// version is what the page compares events with.
func version(p *browser.Page) string {
	v := ""
	browser.Walk(p.Doc, func(n *html.Node) bool {
		if browser.HasAttr(n, "data-version") {
			v = browser.Attr(n, "data-version")
		}
		return false
	})
	return v
}

// actReturn comes back from the bank, really or forged.
func (w *world) actReturn(t *rapid.T) {
	tab := w.aTab(t)
	p := tab.payment
	p.book.mu.Lock()
	landing, err := url.Parse(p.book.landing)
	p.book.mu.Unlock()
	if err != nil || landing.Path == "" {
		return
	}
	forged := oneOf(t, "forged", "", "&status=paid", "&status=SUCCESS&amount=1", "&x=%0d%0aSet-Cookie:a=b")
	target := landing.RequestURI() + forged
	w.tell("%s returns to %s", tab.owner.name, p.id)
	c := tab.owner
	c.mu.Lock()
	c.session(landing.Path).touched++
	c.mu.Unlock()
	if rapid.Bool().Draw(t, "by post") {
		tab.show(c.visit(http.MethodPost, target, url.Values{"status": {"paid"}}, "Sec-Fetch-Site", "cross-site"))
		return
	}
	tab.show(c.visit(http.MethodGet, target, nil, "Sec-Fetch-Site", "cross-site"))
}

// actTime lets time pass.
func (w *world) actTime(t *rapid.T) {
	longest := rapid.SampledFrom([]int{3, 3, 15, 15, 90, 600, 2400}).Draw(t, "at most")
	d := time.Duration(rapid.IntRange(0, longest*1000).Draw(t, "ms")) * time.Millisecond
	w.tell("%v pass", d)
	w.sleep(d)
}

// actWeather makes the gateway fail, or work again.
func (w *world) actWeather(t *rapid.T) {
	if rapid.IntRange(0, 2).Draw(t, "fine") == 0 {
		w.door.set(weather{})
		return
	}
	bad := weather{
		kind:  rapid.SampledFrom(w.kinds()).Draw(t, "kind"),
		every: rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(t, "every"),
		slow:  time.Duration(rapid.SampledFrom([]int{1, 4, 12, 60}).Draw(t, "slow, s")) * time.Second,
		until: w.now().Add(time.Duration(rapid.SampledFrom([]int{2, 10, 60, 600}).Draw(t, "for, s")) * time.Second),
	}
	w.tell("weather: %s, one call in %d, slow %v, until %v", bad.kind, bad.every, bad.slow, bad.until.Format(time.TimeOnly))
	w.door.set(bad)
}

// actConsole changes a payment's status at the gateway.
func (w *world) actConsole(t *rapid.T) {
	p := w.aPayment(t)
	status := oneOf(t, "status",
		"SUCCESS", "SUCCESS", "SUCCESS", "REFUSED", "FAILED", "CANCELED", "EXPIRED", "PROCESSING", "AWAITING_STARDUST")
	w.tell("the gateway moves %s to %s: %v", p.id, status, w.console(p.id, status))
}

// actRestart kills a replica, and another takes its place.
func (w *world) actRestart(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "really") == 0 {
		which := rapid.IntRange(0, len(w.front.replicas)-1).Draw(t, "which")
		w.tell("replica %d is killed and restarted", which)
		w.scrape(w.front.replicas[which])
		w.front.restart(which)
		return
	}
	w.scrape(w.front.replicas[0])
}
