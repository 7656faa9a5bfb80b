package e2e

import (
	"fmt"
	"testing"
)

// back tells the page that the customer looks at it again.
const back = `document.dispatchEvent(new Event("visibilitychange", {bubbles: true}))`

// ahead sets the phone's clock forward, in ms, and tells the page that the customer
// looks at it again.
func ahead(ms float64) string {
	return fmt.Sprintf(`(now => { Date.now = () => now() + %v; %s })(Date.now.bind(Date))`, ms, back)
}

// What counts the time that is left may stand still while a phone sleeps.
func TestTimeLeftAfterASleep(t *testing.T) {
	begin(t)
	b := instructed(t, customer{Device: phone}, newOrder(t, "99.00", "THB", "steering", "~expires@9m"))
	before := b.Document()
	b.Tell(back)
	b.Tell(ahead(2e3)) // nothing to speak of
	if b.Document() != before {
		t.Fatal("the page was loaded again without a sleep")
	}
	b.Leave(func() { b.Tell(ahead(6e5)) })
	b.Want("instructions")
}
