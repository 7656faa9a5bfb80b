package gallery_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"payapp/views/gallery"
)

// oneFlight is what a server may send before it hears from the browser again:
// a page within it costs one round trip. The rest of ten packets is for the
// headers.
const oneFlight = 14 << 10

// Every page, with everything it needs, fits one flight, in every language.
func TestEveryPageIsLight(t *testing.T) {
	heaviest, most := "", 0
	for _, l := range setup(t).Locales() {
		for _, e := range gallery.Entries() {
			size := compressed(t, render(t, e, l))
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

// compressed is the size as the application sends it: gzip at level 5.
func compressed(t *testing.T, page string) int {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, 5)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Write([]byte(page)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
