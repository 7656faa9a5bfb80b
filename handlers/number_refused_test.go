package handlers_test

import (
	"fmt"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
)

// What a gateway says to a number that it doesn't take, and what the page makes of
// it: the form stays, or the number does for support. Either way nothing typed is
// lost, it can be corrected, and the gateway has it once it says so.
var refusedNumbers = map[int]string{
	409: "reference.taken",
	400: "reference.refused", 406: "reference.refused", 422: "reference.refused",
	401: "", 403: "", 404: "", 405: "",
	200: "reference.unsent", 302: "reference.unsent", 503: "reference.unsent",
}

func TestANumberThatIsRefusedCanBeCorrected(t *testing.T) {
	runBeside(t)
	for status, says := range refusedNumbers {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprint(status, late), func(t *testing.T) {
				t.Parallel()
				correctANumber(t, status, says, late)
			})
		}
	}
}

func correctANumber(t *testing.T, status int, message string, late bool) {
	t.Helper()
	b, m := newBabel(t), methodOf(t, "P2A_V2", "INR")
	b.gateway.Now = b.clock.now
	customer, p, id := b.pays(t, m, dialect.Dialect{Number: status, ExpireIn: 10 * time.Minute})
	path := p.URL.Path
	p = customer.Press(p.Want(200, "instructions"), "continue").Want(200, "reference")
	if late {
		b.clock.advance(12 * time.Minute)
	}
	customer.Press(p, "submit-reference", "reference", typedNumber)
	b.clock.advance(time.Minute)
	p = customer.Get(path) // as it was before the reload
	if says(p, "reference.saved") || says(p, "instructions.closeShop") || says(p, "instructions.close") {
		t.Errorf("the gateway hasn't got it:\n%s", p.Text())
	}
	if message == "" {
		p.Want(200, "status")
		if !says(p, "reference.kept") || says(p, "reference.compare") {
			t.Errorf("nothing says what became of the number:\n%s", p.Text())
		}
		p = customer.Press(p, "back").Want(200, "reference")
	} else if p.Want(200, "reference"); !says(p, message) {
		t.Errorf("it doesn't say %s:\n%s", message, p.Text())
	}
	if got := browser.Attr(p.Input("reference"), "value"); got != typedNumber {
		t.Errorf("what was typed is %q", got)
	}
	if status == 400 { // a right number would go in a circle
		if again := customer.Press(p, "submit-reference", "reference", "432112345670").Want(200, "status"); !says(again, "reference.kept") {
			t.Errorf("refused twice:\n%s", again.Text())
		}
		p = customer.Press(customer.Get(path), "back").Want(200, "reference")
	}
	b.gateway.Number(id, 0)
	p = customer.Press(p, "submit-reference", "reference", "432112345679").Want(200, "status").WantHook("status", "pending")
	if !says(p, "reference.saved") {
		t.Errorf("the number was taken:\n%s", p.Text())
	}
}
