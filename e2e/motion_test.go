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

// Ours: waiting pages have an animation that rests within five seconds (WCAG
// 2.2.2, and a phone's battery), and nothing moves for customers who don't want
// that.
func TestMotion(t *testing.T) {
	begin(t)
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gallery.Handler(bundle, os.DirFS(albumFolder), nil))
	t.Cleanup(server.Close)
	b := open(t, customer{Device: phone})
	b.inGallery(server.URL)
	for _, value := range []string{"no-preference", "reduce"} {
		b.Do(func(ctx context.Context, s *chromedp.Target) error {
			_, err := cdp.Call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}},
			})
			return err
		})
		for _, name := range []string{"waiting-options", "instructions-qr", "status-pending"} {
			b.Visit(server.URL + "/" + name)
			b.Until("complete", `document.readyState == "complete"`)
			if moves := ask[int](b, `document.getAnimations().length`); (moves > 0) != (value == "no-preference") {
				t.Errorf("%s with %s: %d animations", name, value, moves)
			}
			if ends := ask[bool](b, `document.getAnimations().every(a => a.effect.getComputedTiming().endTime <= 5000)`); !ends {
				t.Errorf("%s with %s moves for more than five seconds", name, value)
			}
		}
	}
}
