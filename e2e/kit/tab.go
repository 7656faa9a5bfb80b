package kit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Back presses the browser's back button.
func (b *Tab) Back() {
	b.t.Helper()
	b.Leave(func() { b.t.Helper(); b.Tell(`history.back()`) })
}

// Tab is one browser tab with a customer in front of it. All that they do and see
// are its methods.
type Tab struct {
	t        T
	World    *World
	Root     context.Context // lives as long as the tab
	Customer Customer
	Observer *Observer
	album    string  // folder for pictures of each page; "" takes none
	pictures int     // taken so far
	film     []Frame // of each page, if the world's tabs are filmed
	filmed   string  // what the last one is of
	axe      []Violation
	faults   []string // of the observer, told
	problem  bool     // the test wants a problem page
}

// announced is the only thing that a page stores, for a minute: the time of the
// reading that it was told of (handlers/visit_cookies.go).
var announced = regexp.MustCompile(`^announced=[0-9a-z]+$`)

// Do runs a step in Chromium, with a timeout against hanging.
func (b *Tab) Do(step func(context.Context, *chromedp.Target) error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	if err := chromedp.Do(ctx, chromedp.Func(step)); err != nil {
		b.fatalf("%s: %v", b.Customer, err)
	}
}

// Command has the browser do something by its protocol, and returns the answer.
func Command[P, R any](b *Tab, command cdp.Command[P, R], params P) (answer R) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) (err error) {
		answer, err = cdp.Call(ctx, s, command, params)
		return err
	})
	return answer
}

// Eval evaluates an expression in the page. Between two documents it fails.
func Eval[T any](b *Tab, expression string) (value T, err error) {
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// Ask is eval for a question that changes nothing: if the page goes away
// meanwhile, the next one is asked, once it is whole.
func Ask[T any](b *Tab, expression string) T {
	b.t.Helper()
	guard := time.Now().Add(b.patience())
	whole := fmt.Sprintf(`(() => { if (document.readyState == "loading") throw new Error(%s); return (%s) })()`, Quoted(notWhole), expression)
	for {
		value, err := Eval[T](b, whole)
		if err == nil {
			return value
		}
		if !betweenPages(err) || time.Now().After(guard) {
			b.fatalf("%s: %s: %v", b.Customer, expression, err)
		}
		<-time.After(PollEvery)
	}
}

// Tell runs a script for its effect, which may be that the page goes away.
func (b *Tab) Tell(script string) {
	b.t.Helper()
	if _, err := Eval[any](b, "void ("+script+")"); err != nil && !betweenPages(err) {
		b.fatalf("%s: %s: %v", b.Customer, script, err)
	}
}

// notWhole is thrown in a document of which only a part has come.
const notWhole = "the page isn't whole yet"

// betweenPages reports an error caused by a change of documents; the browser
// gives only its text.
func betweenPages(err error) bool {
	for _, words := range []string{
		notWhole, "Cannot find context", "Cannot find default execution context", "Execution context was destroyed",
		"nspected target navigated or closed",
	} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

// PollEvery is how often conditions are checked.
const PollEvery = 20 * time.Millisecond

// Until waits for a condition of the page, described by what.
func (b *Tab) Until(what, expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	tick := time.NewTicker(PollEvery)
	defer tick.Stop()
	var last error
	for {
		ok, err := Eval[bool](b, expression)
		if err == nil && ok {
			return
		}
		if err != nil && ctx.Err() == nil {
			last = err
		}
		select {
		case <-ctx.Done():
			why := ""
			if last != nil {
				why = ", last " + last.Error()
			}
			b.fatalf("%s: never %s%s%s; the page is %s", b.Customer, what, why, b.why(), b.Describe())
		case <-tick.C:
		}
	}
}

// Describe says what the tab shows, for failures, with tokens masked: its address, its
// hooks and the beginning of its words.
func (b *Tab) Describe() string {
	type page struct{ Where, Words string }
	at, err := Eval[page](b, `({Where: location.href + " " + JSON.stringify(document.querySelector("main")?.dataset ?? {}),
		Words: (document.querySelector("main") ?? document.body)?.innerText ?? ""})`)
	if err != nil {
		return err.Error()
	}
	return b.Observer.Mask(at.Where + "\n" + quote(at.Words))
}

// tell fails the walk by what the observer has seen: a refused request is the cause of
// what a page lacks, so it is told first.
func (b *Tab) tell() {
	b.t.Helper()
	faults, _ := b.Observer.Take()
	b.faults = append(b.faults, faults...)
	for _, fault := range faults {
		b.t.Errorf("%s: %s", b.Customer, fault)
	}
}

// fatalf ends the walk, and tells first what was seen.
func (b *Tab) fatalf(format string, args ...any) {
	b.t.Helper()
	b.tell()
	b.t.Fatalf(format, args...)
}

// Document identifies the current document.
func (b *Tab) Document() float64 {
	b.t.Helper()
	return Ask[float64](b, `performance.timeOrigin`)
}

// Leave does something that leads to another document, and waits for that.
func (b *Tab) Leave(act func()) {
	b.t.Helper()
	before := b.Document()
	act()
	b.Until("a new page", Another(before))
	if !b.Observer.mayFail() && Ask[bool](b, errorPage) {
		b.fatalf("%s: the browser shows its own error instead of a page: %s", b.Customer, b.Describe())
	}
	b.Check()
}

// errorPage is the condition that the browser shows its own error.
const errorPage = `location.href.startsWith("chrome-error:")`

// Another is the condition that a new document is shown.
func Another(before float64) string {
	return fmt.Sprintf(`performance.timeOrigin != %v && document.readyState == "complete"`, before)
}

// Visit opens an address.
func (b *Tab) Visit(address string) {
	b.t.Helper()
	b.Leave(func() { b.t.Helper(); b.Navigate(address) })
}

// Navigate opens an address without waiting for the page.
func (b *Tab) Navigate(address string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	where, _, _ := strings.Cut(address, "?")
	b.Observer.did("open", "%s", where)
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil && !errors.Is(err, chromedp.ErrPageLoad) {
		b.fatalf("%s: open %.80s: %v", b.Customer, address, err)
	}
}

// Reload reloads the page, as F5 does.
func (b *Tab) Reload() {
	b.t.Helper()
	b.Leave(func() { b.t.Helper(); b.Tell(`location.reload()`) })
}

// Check tests what must hold for every page: the token is neither in it nor in
// any storage, nothing overflows sideways, and what is shown of the payment is what the
// hooks say.
func (b *Tab) Check() {
	b.t.Helper()
	type places struct {
		Address, Page, HTML, Storage, Entry, Wide, Broken string
		Main, Wrong                                       bool
	}
	found, err := Eval[places](b, `(() => {
		const storage = kind => { try { return JSON.stringify(window[kind]) } catch { return "" } }
		const root = document.documentElement, out = e => (r => r.right > root.clientWidth + 1 || r.left < -1)(e.getBoundingClientRect())
		const wide = root.scrollWidth > root.clientWidth && ([...document.querySelectorAll("body *:not(.vh)")].filter(out).at(-1) ?? root)
		const broken = [...document.images].find(picture => picture.complete && !picture.naturalWidth)
		return {Broken: broken ? broken.outerHTML.slice(0, 200) : "",
			Wide: wide ? root.scrollWidth + " > " + root.clientWidth + " px: " + wide.cloneNode(false).outerHTML.slice(0, 200) : "",
			Address: location.href, Page: document.querySelector("main")?.dataset.page ?? "", Entry: JSON.stringify(history.state),
			Main: !!document.querySelector("main"),
			Wrong: !!document.querySelector("main[data-page=problem], main[data-sandbox=error]"), HTML: document.documentElement.outerHTML,
			Storage: storage("localStorage") + storage("sessionStorage") + (() => { try { return document.cookie } catch { return "" } })()}
	})()`)
	if err != nil {
		return // gone already, as the leaving page is
	}
	var shown []string
	if found.Wrong {
		b.Observer.explain(b.why())
	}
	if found.Main && b.Observer.owns(found.Address) {
		shown, _ = b.look() // gone as well, if it can't be
	}
	b.shoot()
	b.Observer.mu.Lock()
	defer b.Observer.mu.Unlock()
	if b.Observer.at != nil && found.Page != "" {
		b.Observer.at.name = "the page " + found.Page
	}
	if strings.HasPrefix(found.Address, b.Observer.app+"/") {
		if found.Broken != "" {
			b.Observer.fault("the page has a broken picture: %s", found.Broken)
		}
		if found.Wide != "" {
			b.Observer.fault("the page scrolls to the side: %s", found.Wide)
		}
		b.Observer.leak("the page's address", found.Address)
		b.Observer.leak("the page", found.HTML)
		b.Observer.leak("the page's storage", found.Storage)
		b.Observer.leak("the tab's history", found.Entry)
		if stored := announced.ReplaceAllString(strings.ReplaceAll(found.Storage, "{}", ""), ""); stored != "" {
			b.Observer.fault("the page stores %q", stored)
		}
		for _, fault := range shown {
			b.Observer.fault("%s", fault)
		}
	}
}

// Quoted is a JavaScript literal.
func Quoted(text string) string {
	literal, _ := json.Marshal(text)
	return string(literal)
}

// Again reloads as the browser's own button does, which doesn't put back what was
// typed.
func (b *Tab) Again() {
	b.t.Helper()
	b.Leave(func() {
		b.t.Helper()
		Command(b, page.Reload, page.ReloadParams{})
	})
}

func (b *Tab) patience() time.Duration { return cmp.Or(b.World.Patience, Patience) }
