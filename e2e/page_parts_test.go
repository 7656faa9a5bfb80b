package e2e

import (
	"context"
	"fmt"
	"sync"
	"testing"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// Copying gives the bare value: no spaces, no thousands separators.
func TestCopyGivesTheBareValue(t *testing.T) {
	for _, d := range []device{phone, desktop} {
		t.Run(d.name, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "150000", "VND")
			b := open(t, customer{device: d})
			clipboard.Lock()
			t.Cleanup(clipboard.Unlock)
			b.grantClipboard()
			b.enter(o)
			b.pay(choice{method: "OFFLINE"})
			b.want("instructions")
			b.tell(countAnnouncements) // each is gone after two seconds, so a test may miss it
			said := 0
			for row, want := range map[string]string{
				"amount": "150000", "accountNumber": o.read().Method.Account.Number, "qrCode": gatewayCode(o),
			} {
				b.click(`[data-row="` + row + `"] ` + action("copy"))
				said++
				b.until("copied "+row, fmt.Sprintf(`announced == %d`, said))
				if got := b.clipboard(); got != want {
					t.Errorf("copying %s gives %q, want %q", row, got, want)
				}
			}
		})
	}
}

// countAnnouncements counts what a screen reader is told.
const countAnnouncements = `(() => {
	const say = document.querySelector("[data-say]")
	window.announced = 0
	new MutationObserver(() => { if (say.textContent) announced++ }).observe(say, {childList: true})
})()`

// clipboard is locked by the test that copies: all tabs share one clipboard.
var clipboard sync.Mutex

func (b *tab) grantClipboard() {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(ctx, protocol.SetPermission, protocol.SetPermissionParams{
			Permission: &protocol.PermissionDescriptor{Name: name}, Setting: protocol.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(b.root).BrowserContextID,
		})
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *tab) clipboard() string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`navigator.clipboard.readText()`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("clipboard: %v", err)
	}
	return text
}

// On a phone the button into the app comes first, on a desktop the code.
func TestAppOrCodeFirst(t *testing.T) {
	for _, d := range []device{phone, desktop} {
		t.Run(d.name, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "499.00", "INR")
			b := open(t, customer{device: d})
			b.enter(o)
			b.pay(choice{method: "UPIQR"})
			b.want("instructions")
			if got, want := b.link("open-app"), gatewayCode(o); got != want {
				t.Errorf("the app is opened with %q, want %q", got, want)
			}
			app := ask[float64](b, `document.querySelector("[data-action=open-app]").getBoundingClientRect().top`)
			code := ask[float64](b, `document.querySelector("svg[data-qr]").getBoundingClientRect().top`)
			if (app < code) != d.mobile {
				t.Errorf("the app is at %v and the code at %v px", app, code)
			}
		})
	}
}

// Another language is one press away, stays chosen, and keeps the page.
func TestLanguage(t *testing.T) {
	begin(t)
	b := open(t, customer{device: phone})
	b.enter(newOrder(t, "99.00", "THB"))
	language := func() string { return ask[string](b, `document.documentElement.lang`) }
	if got := language(); got != "en" {
		t.Errorf("the first page is in %q", got)
	}
	if !b.has(`a[hreflang=th]` + action("language")) {
		b.click(`summary:has(+ * ` + action("language") + `)`) // many languages make a list to open
	}
	b.press(`a[hreflang=th]` + action("language"))
	b.want("options")
	if got := language(); got != "th" {
		t.Errorf("the language is %q after choosing th", got)
	}
	b.pay(promptPay)
	b.want("instructions")
	if got := language(); got != "th" {
		t.Errorf("the language is %q after paying", got)
	}
}

// Customers who don't find their language on the page find it among all of
// them, by any of its names if there is script, and return to what they had
// typed.
func TestAllLanguages(t *testing.T) {
	for _, c := range []customer{{device: phone}, {device: desktop, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.fillIn(newOrder(t, "99.00", "THB"))
			b.click(`summary:has(+ * ` + action("language") + `)`)
			b.press(action("language") + `:not([lang])`)
			b.want("languages")
			german := action("language") + `[lang=de]`
			if !b.has(action("language") + `[lang=fr]`) {
				t.Error("not all languages are there")
			}
			if c.noScript == b.has(`input[type=search]`) {
				t.Error("the search is where it can't work, or isn't where it can")
			}
			if c.noScript {
				b.press(german)
			} else {
				b.click(`input[type=search]`)
				b.keys("german")
				b.until("one is left", `[...document.querySelectorAll("[data-list] a")].filter(e => e.checkVisibility()).length == 1`)
				b.tabTo(german)
				b.leave(b.enterKey)
			}
			b.want("details")
			if got := ask[string](b, `document.documentElement.lang`); got != "de" {
				t.Errorf("the language is %q", got)
			}
			if got := ask[string](b, `document.querySelector("input[name=accountNumber]").value`); got != "0801234567" {
				t.Errorf("what was typed is %q now", got)
			}
		})
	}
}

// Back leads from each page before paying to the previous one, with what was
// chosen there; after paying it shows how to pay.
func TestBackLeadsToTheChoice(t *testing.T) {
	for _, d := range []device{phone, desktop} {
		t.Run(d.name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{device: d})
			o := newOrder(t, "99.00", "THB")
			b.enter(o)
			checked := func() string {
				return ask[string](b, `document.querySelector("input[name=paymentMethodCode]:checked")?.value ?? ""`)
			}
			back := func(page string) {
				t.Helper()
				b.back()
				b.want(page)
			}
			b.click(`input[name=paymentMethodCode][value=ONLINE]`)
			b.press(`form > ` + action("continue"))
			b.want("options") // its banks
			b.press(`[data-list] ` + action("continue"))
			b.want("review")
			back("options")
			if !b.has(`[data-list]`) {
				t.Error("Back from the bank's page shows no banks")
			}
			back("options")
			if got := checked(); got != "ONLINE" {
				t.Errorf("%q is marked after Back", got)
			}
			b.choose(promptPay)
			b.want("details")
			back("options")
			if got := checked(); got != "PROMPTPAY" {
				t.Errorf("%q is marked after Back", got)
			}
			b.click(`summary:has(+ * ` + action("language") + `)`)
			b.press(action("language") + `[lang=th]`)
			b.want("options")
			b.press(`form > ` + action("continue"))
			b.want("details")
			b.fill("accountNumber", "0801234567")
			b.press(action("back"))
			b.want("options")
			b.choose(promptPay)
			b.pay(promptPay)
			b.want("instructions")
			for range 3 {
				b.back()
				b.want("instructions")
			}
		})
	}
}

// A newcomer pays in the demo shop, from a scenario's button to the shop's own
// page of the order.
func TestShop(t *testing.T) {
	for _, c := range combinations {
		t.Run(c.name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{device: desktop})
			b.visit(theWorld.sandbox + "/shop")
			b.tell(`document.querySelector("[name=steering]").value = "~success@1s"`)
			b.seen.fromShop()
			b.press(`[data-action="scenario-` + c.name + `"]`)
			b.pay(promptPay)
			b.awaitStatus("success")
			b.want("status")
			b.press("a" + action("return"))
			b.inSandbox()
		})
	}
}

// A shop that keeps tokens out of addresses posts the same parameters as a
// form, from its own site.
func TestEntryByPost(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := open(t, customer{device: phone})
	b.seen.keep("", o.token)
	b.visit(theWorld.sandbox + "/shop")
	b.leave(func() {
		b.tell(`(() => {
		const form = Object.assign(document.createElement("form"), {method: "post", action: ` + quoted(theWorld.app+"/") + `})
		for (const [name, value] of new URLSearchParams(` + quoted(o.link.Encode()) + `)) form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value}))
		document.body.append(form)
		form.submit()
	})()`)
	})
	b.pay(promptPay)
	b.want("instructions")
}
