package handlers

import (
	"bytes"
	"testing"

	"payapp/i18n"
	"payapp/views/gallery"
)

// oneFlight is what a server may send before it hears from the browser again:
// a page within it costs one round trip. The rest of ten packets is for the
// headers.
const oneFlight = 14 << 10

// Every page that there is, with everything it needs, fits one flight in every
// language, as the application compresses it.
func TestEveryPageIsLight(t *testing.T) {
	t.Parallel()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	heaviest, most := "", 0
	for _, l := range bundle.Locales() {
		for _, e := range gallery.Entries() {
			var page, sent bytes.Buffer
			if err := e.Page(l).Render(t.Context(), &page); err != nil {
				t.Fatal(err)
			}
			if err := compress(&sent, page.Bytes()); err != nil {
				t.Fatal(err)
			}
			size := sent.Len()
			if size > most {
				heaviest, most = l.Tag()+"/"+e.Name, size
			}
			if size > oneFlight {
				t.Errorf("%s/%s has %d bytes compressed, want at most %d", l.Tag(), e.Name, size, oneFlight)
			}
		}
	}
	t.Logf("heaviest: %s with %d bytes", heaviest, most)
}
