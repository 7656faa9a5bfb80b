package e2e

import (
	"fmt"
	"testing"
)

// told is the condition that the line beside a button says that there is no
// connection; "" is anywhere.
func told(beside string) string {
	return fmt.Sprintf(`(line => line && !line.hidden && line.checkVisibility() && line.textContent == line.dataset.offline)(document.querySelector(%s))`,
		quoted(beside+"[data-news-line]"))
}

// Without a connection the page stays: a press that would show the browser's
// error page is held back, and the page says why.
func TestPressWhileOffline(t *testing.T) {
	begin(t)
	b := instructed(t, customer{device: phone}, newOrder(t, "99.00", "THB"))
	b.seen.unplug()
	before := b.document()
	b.offline(true)
	b.until("saying that it is offline", told(""))
	b.click(action("refresh"))
	b.until("saying so beside the button", told(".foot + "))
	if !b.has(".foot > form + .asked") {
		t.Error("the button and what it found are apart")
	}
	if b.has(".wait") {
		t.Error("the page says that it watches the payment")
	}
	if !b.has("svg[data-qr]") || b.document() != before {
		t.Error("the code is gone")
	}
	b.offline(false)
	b.until("quiet again", `document.querySelector("[data-news-line]").hidden`)
	b.press(action("refresh"))
	b.want("instructions")
}

// The browser may be wrong about the connection: the second press is sent, with
// what was typed.
func TestSecondPressWhileOffline(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := beforePaying(t, customer{device: phone}, o)
	b.believe(true)
	b.until("saying that it is offline", told(""))
	before := b.document()
	b.click(action("pay"))
	b.until("held", told(action("pay")+" + "))
	if posts := b.seen.count("POST", "/pay"); posts != 0 || b.document() != before {
		t.Errorf("%d posts were sent", posts)
	}
	b.press(action("pay"))
	b.want("instructions")
	b.until("saying so at once", told(""))
	b.believe(false)
	b.until("quiet again", `document.querySelector("[data-news-line]").hidden`)
}
