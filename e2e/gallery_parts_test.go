package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"payapp/e2e/kit"
	"payapp/i18n"
)

// What sticks out is found, whichever way the page is read.
func TestWideOnesAreFound(t *testing.T) {
	b, address := inOwnGallery(t, kit.Narrow)
	for _, lang := range []string{"en", i18n.PseudoRTL} {
		b.Visit(address + "/status-pending?lang=" + lang)
		b.Tell(`document.querySelector("h1").replaceChildren(Object.assign(document.createElement("canvas"), {width: 500}))`)
		b.Check()
		faults, _ := b.Observer.Take()
		if len(faults) != 1 || !strings.Contains(faults[0], "scrolls to the side") {
			t.Errorf("%s: got %q", lang, faults)
		}
	}
}

// What is folded on the screen is there on paper.
func TestSectionsArePrinted(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	b.Visit(address + "/instructions-virtual-account?lang=en")
	const folded = `[...document.querySelectorAll("[data-fold]")].filter(e => e.getBoundingClientRect().bottom < e.querySelector("li:last-child").getBoundingClientRect().bottom ||
		e.clientHeight <= e.querySelector("summary").offsetHeight).length`
	b.Until("folded", folded+" > 0")
	kit.Command(b.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	b.Until("on paper", `matchMedia("print").matches && document.readyState == "complete"`)
	if n := ask[int](b, folded); n > 0 {
		t.Errorf("%d sections are closed on paper", n)
	}
}

// Ours: the button below the methods names the chosen one, and gives way to the banks
// inside that.
func TestBanksInsideHaveNoRival(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	b.Visit(address + "/options-operators?lang=en")
	const button = `(b => b.checkVisibility() ? b.textContent.trim() : "")(document.querySelector(".next button"))`
	for _, step := range []struct{ press, want string }{
		{"", ""},
		{"PROMPTPAY", "Continue with PromptPay QR"},
		{"ONLINE", ""},
	} {
		if step.press != "" {
			b.Click("input[value=" + step.press + "]")
		}
		if got := ask[string](b, button); got != step.want {
			t.Errorf("after pressing %q the button is %q, want %q", step.press, got, step.want)
		}
	}
}
