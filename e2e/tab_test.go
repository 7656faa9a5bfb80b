package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// tab is one browser tab with a customer in front of it.
type tab struct {
	t        *testing.T
	root     context.Context // lives as long as the tab
	customer customer
	seen     *observer
	album    string // folder for pictures of each page; "" takes none
	pictures int    // taken so far
}

// heard is the only thing that a page stores, for a minute: the time of the
// reading that it was told of (handlers/cookie_time.go).
var heard = regexp.MustCompile(`^heard=[0-9a-z]+$`)

// do runs a step, with a timeout against hanging.
func (b *tab) do(step func(context.Context, *chromedp.Target) error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Func(step)); err != nil {
		b.t.Fatalf("%s: %v", b.customer, err)
	}
}

// eval evaluates an expression in the page. Between two documents it fails.
func eval[T any](b *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// ask is eval for a question that changes nothing: if the page goes away
// meanwhile, the next one is asked.
func ask[T any](b *tab, expression string) T {
	b.t.Helper()
	guard := time.Now().Add(patience)
	for {
		value, err := eval[T](b, expression)
		if err == nil {
			return value
		}
		if !betweenPages(err) || time.Now().After(guard) {
			b.t.Fatalf("%s: %s: %v", b.customer, expression, err)
		}
		<-time.After(pollEvery)
	}
}

// tell runs a script for its effect, which may be that the page goes away.
func (b *tab) tell(script string) {
	b.t.Helper()
	if _, err := eval[chromedp.Void](b, "void ("+script+")"); err != nil && !betweenPages(err) {
		b.t.Fatalf("%s: %s: %v", b.customer, script, err)
	}
}

// betweenPages reports an error caused by a change of documents; the browser
// gives only its text.
func betweenPages(err error) bool {
	for _, words := range []string{"Cannot find context", "Cannot find default execution context", "Execution context was destroyed", "Inspected target navigated or closed"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// pollEvery is how often conditions are checked.
const pollEvery = 20 * time.Millisecond

// until waits for a condition of the page, described by what.
func (b *tab) until(what, expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var last error
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		if err == nil && ok {
			return
		}
		last = errors.Join(err, ctx.Err())
		select {
		case <-ctx.Done():
			b.t.Fatalf("%s: never %s: %v; the page is %s", b.customer, what, last, b.describe())
		case <-tick.C:
		}
	}
}

// describe says what the tab shows, for failures.
func (b *tab) describe() string {
	text, err := eval[string](b, `location.href + " " + JSON.stringify(document.querySelector("main")?.dataset ?? {}) + "\n" + document.body?.innerText`)
	if err != nil {
		return err.Error()
	}
	return text
}

// document identifies the current document.
func (b *tab) document() float64 {
	b.t.Helper()
	return ask[float64](b, `performance.timeOrigin`)
}

// leave does something that leads to another document, and waits for that.
func (b *tab) leave(act func()) {
	b.t.Helper()
	before := b.document()
	act()
	b.until("a new page", another(before))
	b.check()
}

// another is the condition that a new document is shown.
func another(before float64) string {
	return fmt.Sprintf(`performance.timeOrigin != %v && document.readyState == "complete"`, before)
}

// visit opens an address.
func (b *tab) visit(address string) {
	b.t.Helper()
	b.leave(func() { b.navigate(address) })
}

// navigate opens an address without waiting for the page.
func (b *tab) navigate(address string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil && !errors.Is(err, chromedp.ErrPageLoad) {
		b.t.Fatalf("%s: open %.80s: %v", b.customer, address, err)
	}
}

// reload reloads the page, as F5 does.
func (b *tab) reload() {
	b.t.Helper()
	b.leave(func() { b.tell(`location.reload()`) })
}

// check tests what must hold for every page: the token is neither in it nor in
// any storage, and nothing overflows sideways.
func (b *tab) check() {
	b.t.Helper()
	type places struct{ Address, HTML, Storage, Entry, Wide string }
	found, err := eval[places](b, `(() => {
		const storage = kind => { try { return JSON.stringify(window[kind]) } catch { return "" } }
		const root = document.documentElement, out = e => (r => r.right > root.clientWidth + 1 || r.left < -1)(e.getBoundingClientRect())
		const wide = root.scrollWidth > root.clientWidth && ([...document.querySelectorAll("body *:not(.vh)")].filter(out).at(-1) ?? root)
		return {Wide: wide ? root.scrollWidth + " > " + root.clientWidth + " px: " + wide.outerHTML.slice(0, 200) : "", Address: location.href, Entry: JSON.stringify(history.state), HTML: document.documentElement.outerHTML,
			Storage: storage("localStorage") + storage("sessionStorage") + (() => { try { return document.cookie } catch { return "" } })()}
	})()`)
	if err != nil {
		return // gone already, as the leaving page is
	}
	b.seen.mu.Lock()
	defer b.seen.mu.Unlock()
	if strings.HasPrefix(found.Address, b.seen.app+"/") {
		if found.Wide != "" {
			b.seen.fault("the page scrolls to the side: %s", found.Wide)
		}
		b.seen.leak("the page's address", found.Address)
		b.seen.leak("the page", found.HTML)
		b.seen.leak("the page's storage", found.Storage)
		b.seen.leak("the tab's history", found.Entry)
		if stored := heard.ReplaceAllString(strings.ReplaceAll(found.Storage, "{}", ""), ""); stored != "" {
			b.seen.fault("the page stores %q", stored)
		}
	}
}

// quoted is a JavaScript literal.
func quoted(text string) string {
	literal, _ := json.Marshal(text)
	return string(literal)
}
