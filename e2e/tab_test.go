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

// do runs a step with the guard against hanging.
// heard is the one thing that a page stores, for a minute: when the reading was
// made that it was told of (handlers/reading_heard.go).
var heard = regexp.MustCompile(`^heard=[0-9a-z]+$`)

func (b *tab) do(step func(context.Context, *chromedp.Target) error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Func(step)); err != nil {
		b.t.Fatalf("%s: %v", b.customer, err)
	}
}

// eval asks the page. Errors are the page's: between two documents there is
// nobody to ask.
func eval[T any](b *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// ask is eval for a question that changes nothing: a page that goes away over
// it is followed by one that can answer.
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

// tell runs a script for what it does. That the page goes away over it may be
// just that.
func (b *tab) tell(script string) {
	b.t.Helper()
	if _, err := eval[chromedp.Void](b, "void ("+script+")"); err != nil && !betweenPages(err) {
		b.t.Fatalf("%s: %s: %v", b.customer, script, err)
	}
}

// betweenPages reports an error of asking while one document gives way to the
// next; the browser has only words for it.
func betweenPages(err error) bool {
	for _, words := range []string{"Cannot find context", "Cannot find default execution context", "Execution context was destroyed", "Inspected target navigated or closed"} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// pollEvery is how often a condition is looked at.
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

// describe says where the tab stands, for failures.
func (b *tab) describe() string {
	text, err := eval[string](b, `location.href + " " + JSON.stringify(document.querySelector("main")?.dataset ?? {}) + "\n" + document.body?.innerText`)
	if err != nil {
		return err.Error()
	}
	return text
}

// document identifies the document that is shown.
func (b *tab) document() float64 {
	b.t.Helper()
	return ask[float64](b, `performance.timeOrigin`)
}

// leave does what leads to another document and waits until that is there.
func (b *tab) leave(act func()) {
	b.t.Helper()
	before := b.document()
	act()
	b.until("a new page", another(before))
	b.check()
}

// another is the condition that a document has given way to the next.
func another(before float64) string {
	return fmt.Sprintf(`performance.timeOrigin != %v && document.readyState == "complete"`, before)
}

// visit opens an address.
func (b *tab) visit(address string) {
	b.t.Helper()
	b.leave(func() { b.navigate(address) })
}

// navigate types an address, and doesn't wait for what comes.
func (b *tab) navigate(address string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil && !errors.Is(err, chromedp.ErrPageLoad) {
		b.t.Fatalf("%s: open %.80s: %v", b.customer, address, err)
	}
}

// reload loads the page again, as F5 does.
func (b *tab) reload() {
	b.t.Helper()
	b.leave(func() { b.tell(`location.reload()`) })
}

// check looks at what holds for every page: the token isn't in it or wherever
// a page could keep it, and nothing sticks out to the side.
func (b *tab) check() {
	b.t.Helper()
	type places struct{ Address, HTML, Storage, Wide string }
	found, err := eval[places](b, `(() => {
		const storage = kind => { try { return JSON.stringify(window[kind]) } catch { return "" } }
		const root = document.documentElement, out = e => (r => r.right > root.clientWidth + 1 || r.left < -1)(e.getBoundingClientRect())
		const wide = root.scrollWidth > root.clientWidth && ([...document.querySelectorAll("body *:not(.vh)")].filter(out).at(-1) ?? root)
		return {Wide: wide ? root.scrollWidth + " > " + root.clientWidth + " px: " + wide.outerHTML.slice(0, 200) : "", Address: location.href, HTML: document.documentElement.outerHTML,
			Storage: storage("localStorage") + storage("sessionStorage") + (() => { try { return document.cookie } catch { return "" } })()}
	})()`)
	if err != nil {
		return // gone already, as the leaving page does
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
