package e2e

import (
	"fmt"
	"payapp/e2e/kit"
	"testing"
)

// told is the condition that the line beside a button says that there is no
// connection; "" is anywhere.
func told(beside string) string {
	return fmt.Sprintf(`(line => line && !line.hidden && line.checkVisibility() && line.textContent == line.dataset.offline)(document.querySelector(%s))`,
		kit.Quoted(beside+"[data-news-line]"))
}

// Without a connection the page stays: a press that would show the browser's
// error page is held back, and the page says why.
func TestPressWhileOffline(t *testing.T) {
	begin(t)
	b := instructed(t, customer{Device: phone}, newOrder(t, "99.00", "THB"))
	b.Observer.Unplug()
	before := b.Document()
	b.Offline(true)
	b.Until("saying that it is offline", told(""))
	b.Click(action("refresh"))
	b.Until("saying so beside the button", told(".again + "))
	if !b.Has(".again > .asked + form") {
		t.Error("the button and what it found are apart")
	}
	if b.Has(".wait") {
		t.Error("the page says that it watches the payment")
	}
	if !b.Has("svg[data-qr]") || b.Document() != before {
		t.Error("the code is gone")
	}
	b.Offline(false)
	b.Until("quiet again", `document.querySelector("[data-news-line]").hidden`)
	b.Press(action("refresh"))
	b.Want("instructions")
}

// The browser may be wrong about the connection: the second press is sent, with
// what was typed.
func TestSecondPressWhileOffline(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := beforePaying(t, customer{Device: phone}, o)
	b.ReportOffline(true)
	b.Until("saying that it is offline", told(""))
	before := b.Document()
	b.Click(action("pay"))
	b.Until("held", told(action("pay")+" + "))
	if posts := b.Observer.Count("POST", "/pay"); posts != 0 || b.Document() != before {
		t.Errorf("%d posts were sent", posts)
	}
	b.Press(action("pay"))
	b.Want("instructions")
	b.Until("saying so at once", told(""))
	b.ReportOffline(false)
	b.Until("quiet again", `document.querySelector("[data-news-line]").hidden`)
}

// Enter presses an unseen button in a closed list: what the page says is beside the
// one that is seen.
func TestEnterIsAnswered(t *testing.T) {
	begin(t)
	b := beforePaying(t, customer{Device: phone}, newOrder(t, "99.00", "THB"))
	b.Observer.Unplug()
	b.ReportOffline(true)
	b.Until("saying that it is offline", told(""))
	b.Tell(`document.querySelector("[name=accountNumber]").focus()`)
	b.enterKey()
	b.Until("held", told(action("pay")+" + "))
	b.ReportOffline(false)
	b.Until("quiet again", `document.querySelector("[data-news-line]").hidden`)

	b.Tell(`addEventListener("submit", e => e.preventDefault())`) // no answer comes
	b.enterKey()
	b.Until("working", `!!document.querySelector("form[aria-busy] [data-action=pay].busy")`)
	b.Until("saying so", `document.querySelector("[data-action=pay] + [data-busy]")?.checkVisibility()`)
}

// A page that has nothing to say of a lost connection holds no press back.
func TestPressOfflineWithoutWords(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	b.ReportOffline(true)
	b.Visit(address + "/problem-refused")
	b.Tell(`addEventListener("submit", e => { window.held = e.defaultPrevented; e.preventDefault() })`)
	b.Click("main form button")
	if ask[bool](b, `held`) {
		t.Error("the press is held, without a word")
	}
}
