package compress

import (
	"bytes"
	"testing"

	"payapp/i18n"
	"payapp/internal/testing/racing"
	"payapp/views/gallery"
)

// pageLimit is what a page may have: a server may send ten packets, 14 KB, before
// it hears from the browser again, and a page within them, headers included, costs
// one round trip. Room is left for a feature that comes.
const (
	pageLimit = 12 << 10
	pageRoom  = 640
)

// Every page that there is, with everything it needs, is light in every language,
// as the application compresses it.
func TestEveryPageIsLight(t *testing.T) {
	t.Parallel()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	heaviest, most := "", 0
	for _, l := range racing.Part(9, bundle.Locales()) {
		for _, e := range gallery.Entries() {
			var page, sent bytes.Buffer
			if err := e.Page(l).Render(t.Context(), &page); err != nil {
				t.Fatal(err)
			}
			if err := Page(&sent, page.Bytes()); err != nil {
				t.Fatal(err)
			}
			if size := sent.Len(); size > most {
				heaviest, most = l.Tag()+"/"+e.Name, size
			}
		}
	}
	left := pageLimit - most
	t.Logf("heaviest: %s with %d bytes; %d are left", heaviest, most, left)
	if left < pageRoom {
		t.Errorf("%s has %d bytes compressed; of %d %d are left, want %d: take words, style or script out of that page first",
			heaviest, most, pageLimit, left, pageRoom)
	}
}
