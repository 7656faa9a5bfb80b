package gallery_test

import (
	"bytes"
	"context"
	"testing"

	"payapp/views/gallery"
	"payapp/views/pages"
)

// The page that most customers wait on.
func BenchmarkStatusPage(b *testing.B) {
	page := pages.Status(gallery.PendingStatus(setup(b).Match("en", "", "")))
	var buffer bytes.Buffer
	b.ReportAllocs()
	for b.Loop() {
		buffer.Reset()
		if err := page.Render(context.Background(), &buffer); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFourHundredBanks(b *testing.B) {
	e, ok := gallery.Find("options-banks-400")
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
