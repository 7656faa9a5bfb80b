package e2e

import "testing"

// Ours: on a page that is read from right to left, what is typed and what is
// copied keeps its own direction, and an order's id stays with the sign behind it.
func TestRightToLeft(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	for _, lang := range []string{"ar", "he"} {
		for page, rows := range map[string]map[string]string{
			"instructions-pix": {
				"the page's direction": `document.dir == "rtl"`,
				"a code as text":       `getComputedStyle(document.querySelector(".acts code")).direction == "ltr"`,
			},
			"details-fault": {
				"a number that is typed": `(i => (i.value = "", i.matches(":dir(ltr)") && getComputedStyle(i).textAlign == "right"))(document.querySelector("input[name=accountNumber]"))`,
				"a name that is typed":   `(i => (i.value = "שם", i.matches(":dir(rtl)")))(document.querySelector("input[name=accountNumber]"))`,
			},
			"status-pending": {
				"the order's id in a sentence": `(id => id.firstChild.tagName == "BDI" && !/[\u2066-\u2069]/.test(id.parentNode.textContent.slice(-3)))(document.querySelector(".help .id"))`,
				"a shop's name in a sentence":  `/\u2068Lotus Books\u2069/.test(document.querySelector("main").textContent)`,
			},
		} {
			b.Visit(address + "/" + page + "?lang=" + lang)
			for what, holds := range rows {
				if !ask[bool](b, holds) {
					t.Errorf("%s in %s: %s isn't as it should be", page, lang, what)
				}
			}
		}
	}
}
