package e2e

import (
	"testing"
)

// A clipboard that never answers, refuses, throws or isn't there: what is to be copied
// is copied in the older way, or marked to be copied by hand.
func TestAClipboardThatNeverAnswers(t *testing.T) {
	begin(t)
	for name, clipboard := range map[string]string{
		"never answers": `{writeText: () => new Promise(() => {})}`, "refuses": `{writeText: () => Promise.reject(new Error("no"))}`,
		"throws": `{writeText() { throw new Error("no") }}`, "isn't there": `undefined`, "can do nothing": `{}`,
	} {
		for older, execCommand := range map[string]string{"copies": `true`, "doesn't": `false`} {
			o := newOrder(t, "99.00", "THB")
			b := open(t, customer{Device: phone})
			b.first(`
Object.defineProperty(Navigator.prototype, "clipboard", {value: ` + clipboard + `})
document.execCommand = () => ` + execCommand)
			b.fillIn(o)
			b.Press(action("pay"))
			b.Want("instructions")
			b.Click("[data-row=qrCode] " + action("copy"))
			want := `document.querySelector("[data-say]").textContent != "" && getSelection().toString() == ""`
			if older == "doesn't" {
				want = `document.activeElement.tagName == "TEXTAREA" && document.activeElement.value == document.querySelector("[data-row=qrCode]").dataset.value`
			}
			b.Until("what a clipboard that "+name+" wouldn't take, by an older way that "+older, want)
		}
	}
}
