package e2e

import (
	"context"
	"payapp/e2e/kit"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A whole payment with only the keyboard: the focus is always visible, reaches
// everything needed, and Enter works.
func TestKeyboardOnly(t *testing.T) {
	begin(t)
	o := newOrder(t, "499.00", "INR")
	b := open(t, customer{Device: desktop})
	b.Enter(o)

	b.tabTo(`input[name=paymentMethodCode]`)
	for tries := 0; !b.focused(`input[value=P2A_V2]:checked`); tries++ {
		if tries > 20 {
			t.Fatal("the arrows don't reach the method")
		}
		b.key(kb.ArrowDown)
	}
	b.Leave(func() { b.enterKey() })
	b.Want("options")
	b.tabTo(`button[name=paymentOperatorCode][value=HDFC]`)
	b.Leave(func() { b.enterKey() })
	b.Want("review")
	b.tabTo(action("pay"))
	b.Leave(func() { b.key(" ") })
	b.Want("instructions")
	b.tabTo("main " + action("continue"))
	b.Leave(func() { b.enterKey() })
	b.Want("reference")
	b.tabTo(`input[name=reference]`)
	b.keys("43211234567")
	b.Leave(func() { b.enterKey() })
	b.Want("reference")
	// The one field at fault has the focus.
	b.Until("in the field", `document.activeElement.name == "reference"`)
	b.key(kb.End)
	b.keys("8")
	b.Leave(func() { b.enterKey() })
	b.Want("status")
	b.tabTo("a" + action("return"))
	b.Leave(func() { b.enterKey() })
	b.InSandbox()
}

// Fault 36: a bank among 400 is found by typing, with script and without.
func TestFault36_FourHundredBanks(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.Enter(newOrder(t, "499.00", "INR", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "NETBANKING"))
			b.Want("options")
			all := ask[int](b, `document.querySelectorAll("button[name=paymentOperatorCode]").length`)
			if all < 300 {
				t.Fatalf("only %d banks", all)
			}
			name := ask[string](b, `[...document.querySelectorAll("button[name=paymentOperatorCode]")].at(-7).querySelector("bdi").textContent`)
			b.Fill("q", name)
			if c.NoScript {
				b.Leave(func() { b.enterKey() })
			}
			b.Until("few", `[...document.querySelectorAll("button[name=paymentOperatorCode]")].filter(e => e.checkVisibility()).length < 10`)
			if !ask[bool](b, `[...document.querySelectorAll("button[name=paymentOperatorCode]")].some(e => e.checkVisibility() && e.textContent.includes(`+kit.Quoted(name)+`))`) {
				t.Errorf("%q isn't found", name)
			}
			b.Press(`button[name=paymentOperatorCode]`)
			if page := b.Page(); page != "details" {
				t.Errorf("the next page is %q", page)
			}
		})
	}
}

// A bank that has a page of its own is found in a long list of methods: by its method.
// No currency has as many here; an operator's own rows may make them so many.
func TestMethodsAreFoundByTheirBanks(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	b.Visit(address + "/options-many?lang=en")
	const shown = `[...document.querySelectorAll(".opt")].filter(e => e.checkVisibility()).length`
	b.Fill("q", "Krungthai")
	b.Until("fewer methods", shown+` < 8`)
	if !ask[bool](b, `document.querySelector("[data-also*=Krungthai]").checkVisibility() && !document.querySelector("[data-none]").checkVisibility()`) {
		t.Error("the method of Krungthai Bank isn't found")
	}
	b.Fill("q", "nonesuchbank")
	b.Until("none", `document.querySelector("[data-none]").checkVisibility() && `+shown+` == 0`)
}

// The lists of FPX are filtered alike with script and without, and a list with
// no matches loses its heading. Full-width letters match plain ones.
func TestBanksInTwoLists(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.Enter(newOrder(t, "250.00", "MYR", "paymentMethodCode", "FPX"))
			b.Want("options")
			headings := func() int {
				return ask[int](b, `[...document.querySelectorAll("[data-group] h2")].filter(e => e.checkVisibility()).length`)
			}
			if got := headings(); got != 2 {
				t.Fatalf("%d lists of banks, want 2", got)
			}
			b.Fill("q", "ＭＢＢ０２２８")
			if c.NoScript {
				b.Leave(func() { b.enterKey() })
			}
			b.Until("one bank", `[...document.querySelectorAll("button[name=paymentOperatorCode]")].filter(e => e.checkVisibility()).length == 1`)
			if got := headings(); got != 1 {
				t.Errorf("%d headings above one bank", got)
			}
			b.Press(`button[name=paymentOperatorCode][value=MBB0228]`)
			b.Want("review")
			if got := b.Row("accountType"); got != "corporate" || b.Has("input[name=accountType]") {
				t.Errorf("a bank for companies settles %q", got)
			}
		})
	}
}

// Whoever goes through a long list by the arrows sees each method that they choose:
// none lies under the button that goes along (WCAG 2.4.11).
func TestChosenMethodIsSeen(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	b.Visit(address + "/options-many")
	b.Tell(`document.querySelectorAll("main details").forEach(d => d.open = true)`)
	b.Tell(`document.querySelector("input[type=radio]").focus()`)
	b.key(" ")
	for range ask[int](b, `document.querySelectorAll("input[type=radio]").length`) - 1 {
		b.key(kb.ArrowDown)
		b.Until("seen", `document.activeElement.matches(":checked")`)
		if !ask[bool](b, `(r => r.bottom <= (document.querySelector(".next")?.getBoundingClientRect().top ?? innerHeight))(document.activeElement.getBoundingClientRect())`) {
			t.Errorf("%s lies under the button", ask[string](b, `document.activeElement.value`))
		}
	}
}

// key presses one key.
func (b *tab) key(key string) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := chromedp.KeyEvent(key)(ctx, s)
		return err
	})
}

// enterKey presses Enter as a keyboard does: key down, character, key up. A
// link that handles the key prevents the character from reaching whatever gets
// the focus.
func (b *tab) enterKey() {
	b.t.Helper()
	for _, part := range []input.DispatchKeyEventParams{
		{Type: input.DispatchKeyEventTypeRawKeyDown},
		{Type: input.DispatchKeyEventTypeChar, Text: "\r", UnmodifiedText: "\r"},
		{Type: input.DispatchKeyEventTypeKeyUp},
	} {
		part.Key, part.Code, part.WindowsVirtualKeyCode, part.NativeVirtualKeyCode = "Enter", "Enter", 13, 13
		kit.Command(b.Tab, input.DispatchKeyEvent, part)
	}
}

func (b *tab) keys(text string) {
	b.t.Helper()
	for _, key := range text {
		b.key(string(key))
	}
}

func (b *tab) focused(selector string) bool {
	b.t.Helper()
	return ask[bool](b, `!!document.activeElement?.matches(`+kit.Quoted(selector)+`)`)
}

// tabTo presses Tab until the focus is where it should be, and checks the focus
// on the way.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	for range 60 {
		b.key(kb.Tab)
		if b.focused("body") {
			continue
		}
		b.seesFocus()
		if b.focused(selector) {
			return
		}
	}
	b.t.Fatalf("Tab never comes to %s: %s", selector, b.Describe())
}

// seesFocus checks that what has the focus shows it, whole and on the screen.
func (b *tab) seesFocus() {
	b.t.Helper()
	unseen := ask[string](b, `(e => {
		const s = getComputedStyle(e), r = e.getBoundingClientRect(), ring = parseFloat(s.outlineWidth) + parseFloat(s.outlineOffset)
		let fault = ""
		if (!(parseFloat(s.outlineWidth) >= 2 && s.outlineStyle != "none" && r.width > 0 && r.bottom > 0 && r.top < innerHeight)) fault = "can't be seen on "
		for (let p = e.parentElement; p && p != document.body; p = p.parentElement) {
			const cut = getComputedStyle(p), c = p.getBoundingClientRect()
			if (cut.overflowX != "visible" && (r.left - ring < c.left - 1 || r.right + ring > c.right + 1)
				|| cut.overflowY != "visible" && (r.top - ring < c.top - 1 || r.bottom + ring > c.bottom + 1)) fault ||= "is cut off by " + p.outerHTML.slice(0, 60) + " on "
		}
		return fault && fault + e.outerHTML.slice(0, 160)
	})(document.activeElement)`)
	if unseen != "" {
		b.t.Errorf("the focus %s", unseen)
	}
}
