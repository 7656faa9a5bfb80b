package e2e

import (
	"io"
	"net/http"
	"testing"

	"payapp/e2e/kit"
)

// poorer takes from a browser what those inside apps lack: sharing, the newer way to
// copy, a second window.
const poorer = `
delete Navigator.prototype.share
delete Navigator.prototype.canShare
Object.defineProperty(Navigator.prototype, "clipboard", {value: undefined})
window.open = () => { window.opened = true; return null }`

// Fault 83: a payment in an app's own browser, which downloads without cookies, shares
// nothing and opens no second window.
func TestFault83_AnAppsOwnBrowser(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := open(t, customer{Device: phone})
	b.first(poorer)
	b.fillIn(o)
	b.Press(action("pay"))
	b.Want("instructions")
	want := o.Code()

	address := ask[string](b, `document.querySelector("[data-action=save-qr]").href`)
	response, err := http.Get(address) // no cookies, as a download manager has none
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	picture, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := kit.Scan(picture); err != nil || got != want {
		t.Errorf("%s: the picture scans as %q (%v), want %q", response.Status, got, err, want)
	}
	if n := ask[int](b, `[...document.querySelectorAll("[data-action=share-qr]")].filter(e => e.checkVisibility()).length`); n > 0 {
		t.Error("it offers to share")
	}
	b.Click("[data-row=qrCode] " + action("copy"))
	b.Until("copied, or marked to be copied", `document.querySelector("[data-say]").textContent != "" || getSelection().toString() != ""`)
	if ask[bool](b, `!!document.querySelector("[target]") || !!window.opened`) {
		t.Error("the page wants a second window")
	}
	o.Set("SUCCESS")
	b.AwaitStatus("success")
}
