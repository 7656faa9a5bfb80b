package e2e

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/views/gallery"
)

// everything makes the suites take every page in every language, and every customer
// on every walk, instead of in turns; it takes half an hour (make test-all).
var everything = os.Getenv("PAYAPP_E2E_ALL") == "true"

// turns distributes a list's members over pages or walks: one for each, or all of
// them if everything is set.
func turns[T any](list []T, turn int) []T {
	if everything || len(list) == 0 {
		return list
	}
	return list[turn%len(list):][:1]
}

// For every page in every state, axe finds nothing, light and dark, nothing
// scrolls sideways on a narrow screen or at 400 %, and nothing is too small to
// press. All pages are tested in two languages with little in common, and in
// two pseudo-languages: with longer words than any language has, and from right
// to left. The other languages take turns, one a page: all of them on every
// page would take longer than all other suites together.
func TestEveryPage(t *testing.T) {
	begin(t)
	for _, lang := range []string{"en", "th"} {
		t.Run(lang, func(t *testing.T) {
			b, address, _ := galleryOn(t, customer{Device: phone})
			for _, e := range gallery.Entries() {
				b.wear(phone)
				b.Visit(address + "/" + e.Name + "?lang=" + lang)
				b.InspectAll()
				b.wantNarrow(e.Name + " in " + lang)
			}
		})
	}
	t.Run("pseudo", func(t *testing.T) {
		b, address, _ := galleryOn(t, customer{Device: phone})
		pseudo := []string{i18n.PseudoLong, i18n.PseudoRTL}
		for i, e := range gallery.Entries() {
			judged := turns([]string{i18n.PseudoLong, "", i18n.PseudoRTL}, i) // every third page is skipped: axe takes long
			for _, lang := range pseudo {
				b.wear(phone)
				b.Visit(address + "/" + e.Name + "?lang=" + lang)
				if slices.Contains(judged, lang) {
					b.InspectAll()
				}
				b.wantPressable(e.Name + " in " + lang)
				b.wantNarrow(e.Name + " in " + lang)
			}
		}
	})
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	var others []string
	for _, l := range bundle.Locales() {
		if l.Tag() != "en" && l.Tag() != "th" {
			others = append(others, l.Tag())
		}
	}
	for _, lang := range others { // a tab for each: a tab's journal grows with its pages
		t.Run(lang, func(t *testing.T) {
			b, address, _ := galleryOn(t, customer{Device: phone})
			for i, e := range gallery.Entries() {
				if !slices.Contains(turns(others, i), lang) {
					continue
				}
				b.wear(phone)
				b.Visit(address + "/" + e.Name + "?lang=" + lang)
				if everything {
					b.InspectAll()
				}
				b.wantPressable(e.Name + " in " + lang)
				b.wantNarrow(e.Name + " in " + lang)
			}
		})
	}
}

// wantPressable checks that everything that can be pressed has 44 px in both
// directions: ours, and more than WCAG 2.2's 24 (2.5.8). A link within a
// sentence is as tall as its line.
func (b *tab) wantPressable(what string) {
	b.t.Helper()
	small := ask[[]string](b, `[...document.querySelectorAll("main :is(a, button):not(.vh)")].filter(e => e.checkVisibility()).
		filter(e => !(e.matches("a:not([class])") && e.closest("li, p"))).
		filter(e => (r => r.width < 44 || r.height < 44)(e.getBoundingClientRect())).map(e => e.outerHTML)`)
	if len(small) > 0 {
		b.t.Errorf("%s: too small: %s", what, strings.Join(small, "\n"))
	}
}

// wantNarrow checks the page on small screens, and tells all that was found of
// it.
func (b *tab) wantNarrow(what string) {
	b.t.Helper()
	for _, d := range []device{kit.Narrow, kit.Zoomed} {
		b.wear(d)
		b.Check()
	}
	faults, _ := b.Observer.Take()
	for _, fault := range faults {
		b.t.Errorf("%s: %s", what, fault)
	}
}

// inGallery watches pages of the gallery. They lead to shops and banks that
// don't exist: what goes there waits for ever.
func (b *tab) inGallery(address string) {
	b.t.Helper()
	b.Observer.Belongs(address, "https://")
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "https://*"}}})
		return err
	})
}

// wear changes the size of the screen.
func (b *tab) wear(d device) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: d.Width, Height: d.Height, DeviceScaleFactor: d.Scale, Mobile: d.Mobile,
		})
		return err
	})
}
