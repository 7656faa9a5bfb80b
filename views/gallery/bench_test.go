package gallery_test

import (
	"bytes"
	"context"
	"testing"

	"payapp/views/gallery"
)

// The page that most customers wait on.
func BenchmarkStatusPage(b *testing.B) { benchmark(b, "status-pending") }

func BenchmarkFourHundredBanks(b *testing.B) { benchmark(b, "options-banks-400") }

func benchmark(b *testing.B, name string) {
	e, ok := gallery.Find(name)
	if !ok {
		b.Fatal("no such entry")
	}
	page := e.Page(setup(b).Match("en", "", ""))
	var buffer bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		buffer.Reset()
		if err := page.Render(context.Background(), &buffer); err != nil {
			b.Fatal(err)
		}
	}
}
