package kit

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Press presses a button or link that leads to another document. One that is
// folded is unfolded first.
func (b *Tab) Press(selector string) {
	b.t.Helper()
	if !b.Has(selector) {
		b.unfold(selector)
	}
	b.Leave(func() { b.t.Helper(); b.Click(selector) })
}

// point is where a finger or the mouse presses.
type point struct {
	X, Y   float64
	Fault  string
	Coming bool // the page isn't whole yet
}

const missing = "is not on the page"

// Locate brings the selector's first visible element into view. It is a fault
// if something covers it, or if a page that has come whole doesn't have it.
func (b *Tab) Locate(selector string) point {
	b.t.Helper()
	for guard := time.Now().Add(b.patience()); ; <-time.After(PollEvery) {
		at := Ask[point](b, fmt.Sprintf(`(() => {
			let e = [...document.querySelectorAll(%s)].find(e => e.checkVisibility())
			if (!e) return {Fault: "`+missing+`", Coming: document.readyState == "loading"}
			e = e.closest("label") ?? e
			e.scrollIntoView({block: "center", behavior: "instant"})
			const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
			const top = document.elementFromPoint(x, y)
			if (!e.contains(top)) return {Fault: "is covered by " + top?.outerHTML.slice(0, 120)}
			return {X: x, Y: y}
		})()`, Quoted(selector)))
		if at.Fault == "" {
			return at
		}
		if at.Fault == missing && !at.Coming && strings.HasPrefix(selector, "[data-action=") {
			b.wantAction(selector)
		}
		if !at.Coming || time.Now().After(guard) {
			b.fatalf("%s: %s %s: %s", b.Customer, selector, at.Fault, b.Describe())
		}
	}
}

// Click taps or clicks, depending on the device.
func (b *Tab) Click(selector string) {
	b.t.Helper()
	if b.World.Pause > 0 {
		<-time.After(b.World.Pause)
	}
	at := b.Locate(selector)
	b.Observer.did("press", "%s", selector)
	b.Tap(at)
}

// Tap is click at a point.
func (b *Tab) Tap(at point) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		if b.Customer.Device.Mobile {
			_, err := chromedp.TapXY(at.X, at.Y)(ctx, s)
			return err
		}
		_, err := chromedp.MouseClickXY(at.X, at.Y)(ctx, s)
		return err
	})
}

// unfold opens the <details> that an element is in.
func (b *Tab) unfold(selector string) {
	b.t.Helper()
	if folded := fmt.Sprintf(`details:not([open]):has(%s)`, selector); b.knowsHas() && b.Has(folded) {
		b.Click(folded + ` > summary`)
	}
}

// Fill types into the input with this name, replacing its contents. A page without it
// fails the walk, and says which there are; so does an input that holds anything else
// then, as a maxlength cuts it.
func (b *Tab) Fill(name, value string) {
	b.t.Helper()
	b.wantField(name)
	selector := fmt.Sprintf(`input[name=%q]`, name)
	if Ask[bool](b, fmt.Sprintf(`document.querySelector(%s)?.type == "radio"`, Quoted(selector))) {
		b.wantOne(name, value, b.each(selector, "e.value"))
		b.Click(fmt.Sprintf(`input[name=%q][value=%q]`, name, value))
		return
	}
	b.unfold(selector)
	b.Click(selector)
	const mark = `(e => !!e && (e.select(), true))(document.querySelector(%s))`
	if !Ask[bool](b, fmt.Sprintf(mark, Quoted(selector))) { // the page came anew under the finger
		b.Until("whole", `document.readyState == "complete"`)
		b.Click(selector)
		b.Tell(fmt.Sprintf(mark, Quoted(selector)))
	}
	b.Observer.did("fill", "%s: %s", name, value)
	Command(b, input.InsertText, input.InsertTextParams{Text: value})
	// Browsers write an address of e-mail in ASCII, and trim it; some inputs write in groups.
	const holds = `((e, given) => e.type == "email" && /[^ -~]/.test(given) ? given : e.value)(document.querySelector(%s), %s)`
	held := Ask[string](b, fmt.Sprintf(holds, Quoted(selector), Quoted(value)))
	if spaceless := regexp.MustCompile(`\s`).ReplaceAllString; spaceless(held, "") != spaceless(value, "") {
		b.fatalf("%s: field %q holds %q, and was given %q: %s", b.Customer, name, held, value, b.Describe())
	}
}
