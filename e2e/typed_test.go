package e2e

import (
	"fmt"
	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"testing"
)

// remembers is the condition that the page's entry of the tab's history has the
// text.
func remembers(text string) string {
	return fmt.Sprintf(`!!JSON.stringify(history.state)?.includes(%s)`, kit.Quoted(text))
}

// Ours: a reload loses nothing that was typed, and a way to the shop and back
// neither. Once the form's place has another page, the tab forgets it.
func TestReloadKeepsWhatWasTyped(t *testing.T) {
	begin(t)
	b := beforePaying(t, customer{Device: phone}, newOrder(t, "99.00", "THB"))
	b.Until("kept", remembers("0801234567"))
	// What the page showed is the page's to say: put back, it would have a Pay refused.
	if ask[bool](b, `!document.forms.details.elements.seen || history.state.typed.some(([name]) => name == "seen")`) {
		t.Error("the form marks nothing that it showed, or the tab keeps the mark")
	}
	b.Again()
	if got := b.Value("accountNumber"); got != "0801234567" {
		t.Errorf("after a reload it is %q", got)
	}
	b.Press(action("return"))
	b.Tell(`history.back()`)
	b.Want("details")
	if got := b.Value("accountNumber"); got != "0801234567" {
		t.Errorf("back from the shop it is %q", got)
	}
	b.Fill("accountNumber", "")
	b.Until("kept empty", `!`+remembers("0801234567"))
	b.Again()
	if got := b.Value("accountNumber"); got != "" {
		t.Errorf("what was deleted is there again: %q", got)
	}
	b.Fill("accountNumber", "0801234567")
	b.Until("kept", remembers("0801234567"))
	b.Press(action("pay"))
	b.Want("instructions")
	b.Leave(func() { b.Tell(`history.back()`) })
	if ask[bool](b, remembers("0801234567")) {
		t.Error("the tab still has what was typed")
	}
}

// Ours: what was typed into a folded field is in view again, and another payment's
// form begins with nothing of it.
func TestReloadKeepsFoldedFields(t *testing.T) {
	begin(t)
	b := open(t, customer{Device: phone})
	b.Enter(newOrder(t, "120.00", "INR", "paymentMethodCode", "UPI_ID"))
	b.Want("details")
	b.Fill("accountNumber", "customer.1001@okaxis")
	b.Fill("emailAddress", "asha@example.com")
	b.Until("kept", remembers("asha@example.com"))
	b.Again()
	if got := b.Value("emailAddress"); got != "asha@example.com" || !b.Has(`input[name="emailAddress"]`) {
		t.Errorf("the folded field has %q, in view: %t", got, b.Has(`input[name="emailAddress"]`))
	}
	b.Visit(newOrder(t, "120.00", "INR", "paymentMethodCode", "UPI_COLLECT").URL())
	if got := b.Value("accountNumber"); got != "" {
		t.Errorf("another payment's form has %q", got)
	}
}

// Ours: a press whose line was gone leads to the browser's own error; back from
// there nothing is lost.
func TestLostPressKeepsWhatWasTyped(t *testing.T) {
	begin(t)
	b := beforePaying(t, customer{Device: phone}, newOrder(t, "99.00", "THB"))
	b.Observer.Unplug()
	b.Offline(true)
	b.Until("saying that it is offline", told(""))
	b.Click(action("pay"))
	b.Until("held", told(action("pay")+" + "))
	b.Leave(func() { b.Click(action("pay")) })
	if got := b.Page(); got != "" {
		t.Fatalf("the page is %q, want the browser's error", got)
	}
	b.Offline(false)
	b.Back()
	b.Want("details")
	if got := b.Value("accountNumber"); got != "0801234567" {
		t.Errorf("back from the error it is %q", got)
	}
	b.Press(action("pay"))
	b.Want("instructions")
}

// Ours: each page on the way is there again.
func TestKeepsPlace(t *testing.T) {
	begin(t)
	suite.KeepsPlace(t, &worldOf(t).World, customer{Device: phone}, "en")
}

// A fault that is mended goes as it is typed, also where a reload puts what was typed back;
// then the button says again what comes next. One that isn't mended stays.
func TestAMendedFaultIsToldNoMore(t *testing.T) {
	begin(t)
	b := beforePaying(t, customer{Device: phone}, newOrder(t, "99.00", "THB"))
	usual := ask[string](b, `document.querySelector("[data-action=pay]").textContent.trim()`)
	told := func(n int, label string) {
		t.Helper()
		b.Until("told of so many faults", fmt.Sprintf(`document.querySelectorAll(".fault,.doubt,[aria-invalid]").length == %d`, n))
		if got := ask[string](b, `document.querySelector("[data-action=pay]").textContent.trim()`); (got == usual) != (label == usual) {
			t.Errorf("with %d faults the button says %q", n, got)
		}
	}
	b.Fill("accountNumber", "08123")
	b.Press(action("pay"))
	told(1, "anyway")
	b.Fill("accountNumber", "0812345678")
	told(0, usual)
	b.Until("kept", remembers("0812345678"))
	b.Again()
	told(0, usual)
	b.Press(action("pay"))
	b.Want("instructions")
}
