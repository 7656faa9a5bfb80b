package e2e

import (
	"context"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"payapp/i18n"
	"payapp/views/gallery"
)

// inOwnGallery opens a tab on a gallery of its own.
func inOwnGallery(t *testing.T, d device) (b *tab, address string) {
	t.Helper()
	begin(t)
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gallery.Handler(bundle, os.DirFS(albumFolder), nil))
	t.Cleanup(server.Close)
	b = open(t, customer{Device: d})
	b.inGallery(server.URL)
	return b, server.URL
}

// asked emulates what the customer's system asks of pages.
func (b *tab) asked(features ...*emulation.MediaFeature) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

// WCAG 2.2, 1.4.4: "text can be resized … up to 200 percent without loss of
// content or functionality". At that size nothing scrolls sideways on a phone and
// nothing that can be pressed shrinks. Languages take turns.
func TestTextTwiceAsLarge(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	languages := []string{"de", "th", "ta", "ar", "ru", "my"}
	for i, e := range gallery.Entries() {
		lang := languages[i%len(languages)]
		b.Visit(address + "/" + e.Name + "?lang=" + lang)
		ask[bool](b, `(document.documentElement.style.fontSize = "200%") == "200%"`)
		if size := ask[string](b, `getComputedStyle(document.querySelector("h1")).fontSize`); size < "32px" || len(size) != 4 {
			t.Fatalf("%s: the heading has %s", e.Name, size)
		}
		b.Check()
		faults, _ := b.Observer.Take()
		for _, fault := range faults {
			t.Errorf("%s in %s: %s", e.Name, lang, fault)
		}
	}
}

// With the system's own colours whatever can be pressed or filled in has a border,
// and a code keeps its own colours: scanners need dark on light.
func TestForcedColours(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	b.asked(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	for _, e := range gallery.Entries() {
		b.Visit(address + "/" + e.Name)
		bare := ask[[]string](b, `[...document.querySelectorAll(".go, .alt, input:not([type=hidden], [type=radio], [type=checkbox])")]
			.filter(n => n.checkVisibility())
			.filter(n => (s => s.borderTopStyle == "none" || parseFloat(s.borderTopWidth) < 1)(getComputedStyle(n)))
			.map(n => n.outerHTML.slice(0, 80))`)
		if len(bare) > 0 {
			t.Errorf("%s: without a border: %q", e.Name, bare)
		}
		wrong := ask[[]string](b, `[...document.querySelectorAll(".qr svg path")]
			.map(n => getComputedStyle(n).fill + " on " + getComputedStyle(n.closest(".qr")).backgroundColor)
			.filter(s => !/^rgb\((0, 0, 0|255, 255, 255)\) on rgb\(255, 255, 255\)$/.test(s))`)
		if len(wrong) > 0 {
			t.Errorf("%s: codes are %q", e.Name, wrong)
		}
	}
}

// Where there is no pointer at all (a switch, a voice, a keyboard alone), every
// page has what it has with one.
func TestNoPointer(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	seen := func(e gallery.Entry) int {
		b.Visit(address + "/" + e.Name)
		return ask[int](b, `[...document.querySelectorAll("main a, main button, main input, main svg, main summary")].filter(n => n.checkVisibility()).length`)
	}
	for _, e := range gallery.Entries() {
		b.asked()
		with := seen(e)
		b.asked(&emulation.MediaFeature{Name: "pointer", Value: "none"}, &emulation.MediaFeature{Name: "hover", Value: "none"})
		if without := seen(e); without < with {
			t.Errorf("%s: %d of %d controls and pictures are there", e.Name, without, with)
		}
	}
}
