package e2e

import (
	"context"
	"net/url"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Whoever tests with the keyboard alone reaches everything on the sandbox's pages that
// can be pressed, in the order in which it is read and back, with a visible focus, and
// comes out again. Keys unfold what is folded, and press.
func TestSandboxKeyboard(t *testing.T) {
	begin(t)
	o := promptPayOrder(t)
	o.Set("SUCCESS")
	waits := promptPayOrder(t)
	source(t, theWorld.Sandbox+"/payins/"+o.ID) // refused: there is no token
	sides := otherSides(t)
	for name, path := range map[string]string{
		"shop": "/shop", "order": shopOrder(t), "phone": "/phone", "bank": sides[0], "wallet": sides[1], "counter": sides[2], "crypto": sides[3],
		"scan": "/scan/" + waits.ID, "paid": "/scan/" + o.ID,
		"payments": "/console?q=" + o.ID[:8], "payment": "/console/payins/" + o.ID, "waiting payment": "/console/payins/" + waits.ID,
		"calls": "/console/calls?order=" + o.ID, "call": "/console/calls/1", "steering": "/console/steering", "panel": "/console/panel", "merchants": "/console/merchants",
		"about": "/about", "interface": "/interface",
	} {
		t.Run(name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{Device: desktop})
			b.Hold(liveNews())
			b.Visit(theWorld.Sandbox + path)
			if deaf := ask[[]string](b, pressedByMouseAlone); len(deaf) > 0 {
				t.Errorf("only a mouse can press %q", deaf)
			}
			met := b.tabThrough()
			want := ask[[]string](b, `[...document.querySelectorAll("`+pressables+`")].filter(e => e.checkVisibility() && !e.disabled).map(`+named+`)`)
			if !slices.Equal(met, want) {
				t.Errorf("Tab comes to\n%q, want\n%q", met, want)
			}
			slices.Reverse(want)
			if met := b.tabBack(); !slices.Equal(met, want) {
				t.Errorf("Shift and Tab come to\n%q, want\n%q", met, want)
			}
		})
	}
	t.Run("pressing", func(t *testing.T) { begin(t); pressByKeyboard(t) })
}

// liveNews are what sandbox/internal/page/assets/live.js asks for: held, a page stays
// as it is.
func liveNews() *fetch.RequestPattern {
	return &fetch.RequestPattern{URLPattern: theWorld.Sandbox + "/*", ResourceType: network.ResourceTypeFetch}
}

// shopOrder is the page of an order in the demo shop.
func shopOrder(t *testing.T) string {
	t.Helper()
	response, err := theWorld.HTTP.PostForm(theWorld.Sandbox+"/shop", url.Values{"go": {"order"}, "item": {"Bookmark"}})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.Request.URL.Path
}

// Each way of pressing, once: links and buttons, by Enter and by the space bar, and
// the window of the phone, which a script opens.
func pressByKeyboard(t *testing.T) {
	o := promptPayOrder(t)
	b := open(t, customer{Device: desktop})
	enter := func(selector string) { b.t.Helper(); b.tabTo(selector); b.Leave(b.enterKey) }
	space := func(selector string) { b.t.Helper(); b.tabTo(selector); b.Leave(func() { b.key(" ") }) }

	b.Visit(theWorld.Sandbox + "/console")
	b.tabTo(`input[name=q]`)
	b.keys(o.ID)
	b.Leave(b.enterKey)
	b.Tell(`window.open = (address) => window.opened = address`)
	b.tabTo(`main a[target=phone]`)
	b.enterKey()
	b.Until("at the phone", `window.opened.endsWith("/phone")`)
	enter(`a[href^="/console/payins/` + o.ID + `"]`)
	enter(action("scan"))
	space(action("pay"))
	b.Until("paid", `!!document.querySelector("main [role=status]") && !document.querySelector("[data-action=pay]")`)
	enter(`.links a[href^="/console/payins/"]`)
	b.Until("in the console", `document.querySelector("[data-status]").dataset.status == "SUCCESS"`)
	enter(action("status-REFUSED"))
	b.Until("refused", `document.querySelector("[data-status]").dataset.status == "REFUSED"`)

	// News don't take the focus away.
	resend := `[data-live=callbacks] ` + action("resend")
	b.tabTo(resend)
	o.Set("FAILED")
	b.Until("news", `document.querySelector("[data-status]").dataset.status == "FAILED"`)
	if !b.focused(resend) {
		t.Errorf("the focus is lost to news: %s", b.Describe())
	}
	b.tabTo(`[data-live=calls] summary`)
	b.key(" ")
	enter(action("call"))
	enter(action("calls"))
	b.Until("its calls", `document.querySelector("main").dataset.sandbox == "calls"`)
	enter(`nav a[href="/shop"]`)
	b.Observer.FromShop()
	enter(action("buy"))
	b.Want("options")
}

const (
	// pressables are what can be pressed or typed into.
	pressables = `a[href], button, input:not([type=hidden]), select, textarea, summary`
	// pressedByMouseAlone look or act as if they could be pressed, and keys don't reach them.
	pressedByMouseAlone = `[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && (getComputedStyle(e).cursor == "pointer" || e.onclick)
		&& !e.closest("` + pressables + `, label")).map(e => e.outerHTML.slice(0, 120))`
	named = `(e => e.outerHTML.slice(0, 160))`
)

// tabThrough presses Tab from the page's beginning to its end, and opens what is
// folded on the way. It returns what it came to.
func (b *tab) tabThrough() (met []string) {
	b.t.Helper()
	type stop struct {
		What                 string
		Folded, Upwards, End bool
	}
	for range 400 {
		b.key(kb.Tab)
		at := ask[stop](b, `(e => {
			const scrolled = (p => { let y = 0; for (; p; p = p.parentElement) y += p.scrollTop; return y })(e) // the phone's list does, too
			const r = e.getBoundingClientRect(), before = window.before
			window.before = {top: r.top + scrolled, right: r.right}
			return {What: `+named+`(e), End: e == document.body, Folded: e.matches("details:not([open]) > summary"),
				Upwards: !!before && r.bottom + scrolled <= before.top && r.left < before.right}
		})(document.activeElement)`)
		if at.End {
			return met
		}
		met = append(met, at.What)
		b.seesFocus()
		if at.Upwards {
			b.t.Errorf("Tab goes up to %s", at.What)
		}
		if at.Folded {
			b.key(" ")
			b.Until("unfolded", `document.activeElement.parentElement.open`)
		}
	}
	b.t.Fatalf("Tab never leaves the page: %s", b.Describe())
	return nil
}

// tabBack is the way back, from the end to the beginning.
func (b *tab) tabBack() (met []string) {
	b.t.Helper()
	for range 400 {
		b.Do(func(ctx context.Context, s *chromedp.Target) error {
			_, err := chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(kb.ModifierShift))(ctx, s)
			return err
		})
		at := ask[string](b, `document.activeElement == document.body ? "" : `+named+`(document.activeElement)`)
		if at == "" {
			return met
		}
		met = append(met, at)
	}
	b.t.Fatalf("Shift and Tab never leave the page: %s", b.Describe())
	return nil
}
