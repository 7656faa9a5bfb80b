package e2e

import (
	"context"
	"fmt"
	"payapp/e2e/kit"
	"sync"
	"testing"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// unfoldAccount shows an account that a phone has folded below its code.
const unfoldAccount = `[...document.querySelectorAll(".by")].forEach(fold => fold.open = true)`

// Copying gives the bare value: no spaces, no thousands separators.
func TestCopyGivesTheBareValue(t *testing.T) {
	begin(t)
	for _, d := range []device{phone, desktop} {
		t.Run(d.Name, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "150000", "VND")
			b := open(t, customer{Device: d})
			clipboard.Lock()
			t.Cleanup(clipboard.Unlock)
			b.grantClipboard()
			b.Enter(o)
			b.Pay(choice{Method: "OFFLINE"})
			b.Want("instructions")
			b.Tell(unfoldAccount)
			b.Tell(countAnnouncements) // each is gone after two seconds, so a test may miss it
			said := 0
			for row, want := range map[string]string{
				"amount": "150000", "accountNumber": o.Read().Method.Account.Number,
			} {
				b.Click(`[data-row="` + row + `"] ` + action("copy"))
				said++
				b.Until("copied "+row, fmt.Sprintf(`announced == %d`, said))
				if got := b.clipboard(); got != want {
					t.Errorf("copying %s gives %q, want %q", row, got, want)
				}
			}
			pix := newOrder(t, "99.00", "BRL")
			b.Enter(pix)
			b.Pay(choice{Method: "PIXQR"})
			b.Want("instructions")
			b.Tell(countAnnouncements)
			b.Click(`[data-row="qrCode"] ` + action("copy"))
			b.Until("copied the code", "announced == 1")
			if got := b.clipboard(); got != pix.Code() {
				t.Errorf("copying the code gives %q, want %q", got, pix.Code())
			}
		})
	}
}

// Where a browser refuses to copy, nothing says that it did: the value is marked.
func TestRefusedCopyIsNoCopy(t *testing.T) {
	begin(t)
	b := open(t, customer{Device: phone})
	b.Enter(newOrder(t, "150000", "VND"))
	b.Pay(choice{Method: "OFFLINE"})
	b.Want("instructions")
	b.Tell(unfoldAccount)
	b.Tell(countAnnouncements)
	b.Tell(`navigator.clipboard.writeText = () => Promise.reject()`)
	b.Tell(`document.execCommand = () => false`)
	const row = `[data-row="accountNumber"] `
	before := ask[string](b, `document.querySelector('`+row+action("copy")+`').textContent`)
	b.Click(row + action("copy"))
	b.Until("marked", `getSelection().toString() == document.querySelector('`+row+`bdi').textContent`)
	if after := ask[string](b, `document.querySelector('`+row+action("copy")+`').textContent`); after != before {
		t.Errorf("the button says %q", after)
	}
	if n := ask[int](b, `announced`); n != 0 {
		t.Errorf("%d announcements", n)
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
	ctx, cancel := context.WithTimeout(b.Root, kit.Patience)
	defer cancel()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(ctx, protocol.SetPermission, protocol.SetPermissionParams{
			Permission: &protocol.PermissionDescriptor{Name: name}, Setting: protocol.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(b.Root).BrowserContextID,
		})
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *tab) clipboard() string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.Root, kit.Patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`navigator.clipboard.readText()`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("clipboard: %v", err)
	}
	return text
}

// On a phone the button into the app comes first, on a desktop the code.
func TestAppOrCodeFirst(t *testing.T) {
	begin(t)
	for _, d := range []device{phone, desktop} {
		t.Run(d.Name, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "499.00", "INR")
			b := open(t, customer{Device: d})
			b.Enter(o)
			b.Pay(choice{Method: "UPIQR"})
			b.Want("instructions")
			if got, want := b.Link("open-app"), o.Code(); got != want {
				t.Errorf("the app is opened with %q, want %q", got, want)
			}
			app := ask[float64](b, `document.querySelector("[data-action=open-app]").getBoundingClientRect().top`)
			code := ask[float64](b, `document.querySelector("svg[data-qr]").getBoundingClientRect().top`)
			if (app < code) != d.Mobile {
				t.Errorf("the app is at %v and the code at %v px", app, code)
			}
		})
	}
}

// Customers who don't find their language on the page find it among all of
// them, by any of its names if there is script, and return to what they had
// typed.
func TestAllLanguages(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: phone}, {Device: desktop, NoScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.fillIn(newOrder(t, "99.00", "THB"))
			b.Click(`summary:has(+ * ` + action("language") + `)`)
			b.Press(action("language") + `:not([lang])`)
			b.Want("languages")
			german := action("language") + `[lang=de]`
			if !b.Has(action("language") + `[lang=fr]`) {
				t.Error("not all languages are there")
			}
			if c.NoScript == b.Has(`input[type=search]`) {
				t.Error("the search is where it can't work, or isn't where it can")
			}
			if c.NoScript {
				b.Press(german)
			} else {
				b.Click(`input[type=search]`)
				b.keys("german")
				b.Until("one is left", `[...document.querySelectorAll("[data-list] a")].filter(e => e.checkVisibility()).length == 1`)
				b.tabTo(german)
				b.Leave(b.enterKey)
			}
			b.Want("details")
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
	begin(t)
	for _, d := range []device{phone, desktop} {
		t.Run(d.Name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{Device: d})
			o := newOrder(t, "99.00", "THB")
			b.Enter(o)
			checked := func() string {
				return ask[string](b, `document.querySelector("input[name=paymentMethodCode]:checked")?.value ?? ""`)
			}
			back := func(page string) {
				t.Helper()
				b.Back()
				b.Want(page)
			}
			b.Click(`input[name=paymentMethodCode][value=ONLINE]`)
			b.Press(`button:not([name])` + action("continue"))
			b.Want("options") // its banks
			b.Press(`[data-list] ` + action("continue"))
			b.Want("review")
			back("options")
			if !b.Has(`[data-list]`) {
				t.Error("Back from the bank's page shows no banks")
			}
			back("options")
			if got := checked(); got != "ONLINE" {
				t.Errorf("%q is marked after Back", got)
			}
			b.Choose(promptPay)
			b.Want("details")
			back("options")
			if got := checked(); got != "PROMPTPAY" {
				t.Errorf("%q is marked after Back", got)
			}
			b.Click(`summary:has(+ * ` + action("language") + `)`)
			b.Press(action("language") + `[lang=th]`)
			b.Want("options")
			b.Press(`button:not([name])` + action("continue"))
			b.Want("details")
			b.Fill("accountNumber", "0801234567")
			b.Press(action("back"))
			b.Want("options")
			b.Choose(promptPay)
			b.Pay(promptPay)
			b.Want("instructions")
			for range 3 {
				b.Back()
				b.Want("instructions")
			}
		})
	}
}

// A newcomer pays in the demo shop, from a scenario's button to the shop's own
// page of the order.
func TestShop(t *testing.T) {
	begin(t)
	b := open(t, customer{Device: desktop})
	b.Visit(theWorld.Sandbox + "/shop")
	b.Tell(`document.querySelector("[data-developers]").open = true`)
	b.Tell(`document.querySelector("[name=steering]").value = "~success@1s"`)
	b.Observer.FromShop()
	b.Press(action("scenario-5+3"))
	b.Pay(promptPay)
	b.AwaitStatus("success")
	b.Press("a" + action("return"))
	b.InSandbox()
}

// A shop that keeps tokens out of addresses posts the same parameters as a
// form, from its own site.
func TestEntryByPost(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := open(t, customer{Device: phone})
	b.Observer.Allow("", o.Token)
	b.Visit(theWorld.Sandbox + "/shop")
	b.Leave(func() {
		b.Tell(`(() => {
		const form = Object.assign(document.createElement("form"), {method: "post", action: ` + kit.Quoted(theWorld.App+"/") + `})
		for (const [name, value] of new URLSearchParams(` + kit.Quoted(o.Link.Encode()) + `)) form.append(Object.assign(document.createElement("input"), {type: "hidden", name, value}))
		document.body.append(form)
		form.submit()
	})()`)
	})
	b.Pay(promptPay)
	b.Want("instructions")
}

// An account's rows are folded only where a finger can unfold them: without any pointer,
// as on a television, they are in sight.
func TestTheAccountIsInSightWithoutAFinger(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	for _, finger := range []bool{true, false} {
		b.touch(finger)
		b.Visit(address + "/instructions-transfer-qr")
		b.Until("scripted", `document.readyState == "complete"`)
		seen := `document.querySelector("[data-row=accountNumber]").getClientRects().length > 0 && document.querySelector("details.by").open`
		if got := ask[bool](b, seen); got == finger {
			t.Errorf("with a finger %t: the account is in sight: %t", finger, got)
		}
		if got := ask[bool](b, `document.querySelector(".by > summary").getClientRects().length > 0`); got != finger {
			t.Errorf("with a finger %t: what unfolds it is in sight: %t", finger, got)
		}
	}
}
