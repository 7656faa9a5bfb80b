package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Ours: waiting pages have an animation that rests within five seconds (WCAG
// 2.2.2, and a phone's battery), and nothing moves for customers who don't want
// that.
func TestMotion(t *testing.T) {
	begin(t)
	b, address := inGallery(t, customer{Device: phone})
	for _, value := range []string{"no-preference", "reduce"} {
		b.Do(func(ctx context.Context, s *chromedp.Target) error {
			_, err := cdp.Call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}},
			})
			return err
		})
		for _, name := range []string{"waiting-options", "instructions-qr", "status-pending"} {
			b.Visit(address + "/" + name)
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
