package compress

import (
	"bytes"
	"testing"

	"payapp/i18n"
	"payapp/internal/testing/racing"
	"payapp/views/gallery"
)

// A server may send ten packets, 14 KB, before it hears from the browser again: a
// page within them, headers included, costs one round trip.
const (
	pageLimit = 10 << 10
	listLimit = 12 << 10 // of the page with 400 banks
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
			size, limit := sent.Len(), pageLimit
			if e.Name == "options-banks-400" {
				limit = listLimit
			}
			if limit == pageLimit && size > most {
				heaviest, most = l.Tag()+"/"+e.Name, size
			}
			if size > limit {
				t.Errorf("%s/%s has %d bytes compressed, want at most %d", l.Tag(), e.Name, size, limit)
			}
		}
	}
	t.Logf("heaviest: %s with %d bytes", heaviest, most)
}
