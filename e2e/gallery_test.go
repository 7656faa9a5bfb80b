package e2e

import (
	"context"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"

	"payapp/i18n"
	"payapp/views/gallery"
)

// Every page in every state, those included that no walk comes by: nothing for
// axe to find, light and dark, and nothing that scrolls to the side on a narrow
// screen or at 400 %. All pages come in two languages with little in common;
// the other languages take turns, a page in each, since every one of them on
// every page would take longer than all other suites together.
func TestEveryPage(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gallery.Handler(bundle, os.DirFS(walksFolder)))
	t.Cleanup(server.Close)
	var others []string
	for _, l := range bundle.Locales() {
		if l.Tag() != "en" && l.Tag() != "th" {
			others = append(others, l.Tag())
		}
	}
	for _, lang := range []string{"en", "th"} {
		t.Run(lang, func(t *testing.T) {
			begin(t)
			b := open(t, customer{device: phone})
			b.inGallery(server.URL)
			for _, e := range gallery.Entries() {
				b.wear(phone)
				b.visit(server.URL + "/" + e.Name + "?lang=" + lang)
				b.still()
				b.inspectAll()
				b.wantNarrow(e.Name + " in " + lang)
			}
		})
	}
	t.Run("others", func(t *testing.T) {
		begin(t)
		b := open(t, customer{device: phone})
		b.inGallery(server.URL)
		for i, e := range gallery.Entries() {
			if len(others) > 0 {
				lang := others[i%len(others)]
				b.visit(server.URL + "/" + e.Name + "?lang=" + lang)
				b.still()
				b.wantNarrow(e.Name + " in " + lang)
			}
		}
	})
}

// still ends what the page does by itself. The gallery has no news for its pages, so
// that they load themselves again after a few seconds: on a busy machine that is
// in the middle of an inspection.
func (b *tab) still() {
	b.t.Helper()
	b.until("still", `(() => {
		for (let timer = setTimeout(() => {}); timer > 0; timer--) clearTimeout(timer)
		setTimeout = () => 0
		stop()
		return document.readyState == "complete"
	})()`)
}

// wantNarrow checks the page on small screens, and tells all that was found of
// it.
func (b *tab) wantNarrow(what string) {
	b.t.Helper()
	for _, d := range []device{narrow, zoomed} {
		b.wear(d)
		b.check()
	}
	faults, _ := b.seen.take()
	for _, fault := range faults {
		b.t.Errorf("%s: %s", what, fault)
	}
}

// inGallery watches pages of the gallery. They lead to shops and banks that
// don't exist: what goes there waits for ever.
func (b *tab) inGallery(address string) {
	b.t.Helper()
	b.seen.mu.Lock()
	b.seen.app, b.seen.others = address, []string{"https://"}
	b.seen.mu.Unlock()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "https://*"}}})
		return err
	})
}

// wear changes the size of the screen.
func (b *tab) wear(d device) {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: d.width, Height: d.height, DeviceScaleFactor: d.scale, Mobile: d.mobile,
		})
		return err
	})
}
