package e2e

import (
	"payapp/e2e/kit"
	"testing"

	"github.com/chromedp/cdproto/animation"
	"github.com/chromedp/cdproto/emulation"
)

// Ours: waiting pages have an animation that rests within five seconds (WCAG
// 2.2.2, and a phone's battery), and nothing moves for customers who don't want
// that.
func TestMotion(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	// a busy machine would look when they are over
	kit.Command(b.Tab, animation.SetPlaybackRate, animation.SetPlaybackRateParams{PlaybackRate: 0})
	for _, value := range []string{"no-preference", "reduce"} {
		b.asked(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: value})
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
