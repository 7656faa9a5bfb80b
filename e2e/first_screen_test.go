package e2e

import (
	"strings"
	"testing"

	"payapp/views/gallery"
)

// Ours: on a laptop nobody scrolls to pay or to see how it stands; in languages with
// long words only what comes after paying may be below the first screen. These take
// turns.
func TestLaptopsNeedNoScrolling(t *testing.T) {
	b, address, _ := galleryOn(t, customer{Device: desktop})
	others := []string{"ja", "de", "ta", "my"}
	for i, e := range gallery.Entries() {
		if !strings.HasPrefix(e.Name, "instructions") && !strings.HasPrefix(e.Name, "status") {
			continue
		}
		for _, lang := range append([]string{"en"}, others[i%len(others)], others[(i+1)%len(others)]) {
			b.Visit(address + "/" + e.Name + "?lang=" + lang)
			last := "document.documentElement.scrollHeight"
			if lang != "en" {
				last = `document.querySelector(".how, .state, .note").getBoundingClientRect().bottom`
			}
			if height := ask[float64](b, last); height > float64(desktop.Height) {
				t.Errorf("%s in %s is %.0f px high", e.Name, lang, height)
			}
		}
	}
}
