package e2e

import (
	"strings"
	"testing"

	"payapp/views/gallery"
)

// longest are pages that don't fit in the language with the longest words: there
// only the help is below the first screen.
var longest = map[string]bool{"instructions-crypto/ta": true, "instructions-transfer-qr/ta": true}

// Ours: on a laptop nobody scrolls to pay or to see how it stands. Other languages
// take turns.
func TestLaptopsNeedNoScrolling(t *testing.T) {
	b, address, _ := galleryOn(t, customer{device: desktop})
	others := []string{"ja", "de", "ta", "my"}
	for i, e := range gallery.Entries() {
		if !strings.HasPrefix(e.Name, "instructions") && !strings.HasPrefix(e.Name, "status") {
			continue
		}
		for _, lang := range append([]string{"en"}, others[i%len(others)], others[(i+1)%len(others)]) {
			b.visit(address + "/" + e.Name + "?lang=" + lang)
			b.still()
			part := "document.documentElement"
			if longest[e.Name+"/"+lang] {
				part = `document.querySelector(".help").previousElementSibling.getBoundingClientRect()`
			}
			if height := ask[float64](b, part+".scrollHeight ?? "+part+".bottom"); height > float64(desktop.height) {
				t.Errorf("%s in %s is %.0f px high", e.Name, lang, height)
			}
		}
	}
}
