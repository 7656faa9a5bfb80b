package e2e

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// again reloads as the browser's own button does, which doesn't put back what was
// typed.
func (b *tab) again() {
	b.t.Helper()
	b.leave(func() {
		b.do(func(ctx context.Context, s *chromedp.Target) error {
			_, err := cdp.Call(ctx, s, page.Reload, page.ReloadParams{})
			return err
		})
	})
}

// remembers is the condition that the page's entry of the tab's history has the
// text.
func remembers(text string) string {
	return fmt.Sprintf(`!!JSON.stringify(history.state)?.includes(%s)`, quoted(text))
}

// value is what the input with this name holds.
func (b *tab) value(name string) string {
	b.t.Helper()
	return ask[string](b, fmt.Sprintf(`document.querySelector(%s).value`, quoted(fmt.Sprintf("input[name=%q]", name))))
}

// Ours: a reload loses nothing that was typed, and a way to the shop and back
// neither. Once the form's place has another page, the tab forgets it.
func TestReloadKeepsWhatWasTyped(t *testing.T) {
	begin(t)
	b := beforePaying(t, customer{device: phone}, newOrder(t, "99.00", "THB"))
	b.until("kept", remembers("0801234567"))
	b.again()
	if got := b.value("accountNumber"); got != "0801234567" {
		t.Errorf("after a reload it is %q", got)
	}
	b.press(action("return"))
	b.tell(`history.back()`)
	b.want("details")
	if got := b.value("accountNumber"); got != "0801234567" {
		t.Errorf("back from the shop it is %q", got)
	}
	b.fill("accountNumber", "")
	b.until("kept empty", `!`+remembers("0801234567"))
	b.again()
	if got := b.value("accountNumber"); got != "" {
		t.Errorf("what was deleted is there again: %q", got)
	}
	b.fill("accountNumber", "0801234567")
	b.until("kept", remembers("0801234567"))
	b.press(action("pay"))
	b.want("instructions")
	b.leave(func() { b.tell(`history.back()`) })
	if ask[bool](b, remembers("0801234567")) {
		t.Error("the tab still has what was typed")
	}
}

// Ours: what was typed into a folded field is in view again, and another payment's
// form begins with nothing of it.
func TestReloadKeepsFoldedFields(t *testing.T) {
	begin(t)
	b := open(t, customer{device: phone})
	b.enter(newOrder(t, "120.00", "INR", "paymentMethodCode", "UPI_ID"))
	b.want("details")
	b.fill("accountNumber", "customer.1001@okaxis")
	b.fill("emailAddress", "asha@example.com")
	b.until("kept", remembers("asha@example.com"))
	b.again()
	if got := b.value("emailAddress"); got != "asha@example.com" || !b.has(`input[name="emailAddress"]`) {
		t.Errorf("the folded field has %q, in view: %t", got, b.has(`input[name="emailAddress"]`))
	}
	b.visit(newOrder(t, "120.00", "INR", "paymentMethodCode", "UPI_COLLECT").url())
	if got := b.value("accountNumber"); got != "" {
		t.Errorf("another payment's form has %q", got)
	}
}

// Ours: a press whose line was gone leads to the browser's own error; back from
// there nothing is lost.
func TestLostPressKeepsWhatWasTyped(t *testing.T) {
	begin(t)
	b := beforePaying(t, customer{device: phone}, newOrder(t, "99.00", "THB"))
	b.seen.unplug()
	b.offline(true)
	b.until("saying that it is offline", told(""))
	b.click(action("pay"))
	b.until("held", told(action("pay")+" + "))
	b.leave(func() { b.click(action("pay")) })
	if got := b.page(); got != "" {
		t.Fatalf("the page is %q, want the browser's error", got)
	}
	b.offline(false)
	b.back()
	b.want("details")
	if got := b.value("accountNumber"); got != "0801234567" {
		t.Errorf("back from the error it is %q", got)
	}
	b.press(action("pay"))
	b.want("instructions")
}
