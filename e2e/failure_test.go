package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// failureFolder is where a failed test leaves its evidence.
const failureFolder = "failures"

// report fails the test if the observer found something. It saves the
// screenshot, the page and the journal of a failed test.
func (b *tab) report() {
	b.t.Helper()
	faults, journal := b.seen.take()
	for _, fault := range faults {
		b.t.Errorf("%s: %s", b.customer, fault)
	}
	if !b.t.Failed() {
		return
	}
	folder := filepath.Join(failureFolder, strings.NewReplacer("/", "_", " ", "_").Replace(b.t.Name()))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.t.Log(err)
		return
	}
	stem := filepath.Join(folder, time.Now().Format("150405.000")+"-"+b.customer.String())
	keep := func(suffix string, data []byte) {
		if err := os.WriteFile(stem+suffix, data, 0o644); err != nil {
			b.t.Log(err)
		}
	}
	keep(".log", []byte(strings.Join(journal, "\n")+"\n"))
	if html, err := eval[string](b, `location.href + "\n" + document.documentElement.outerHTML`); err == nil {
		keep(".html", []byte(html))
	}
	if picture, err := b.picture(); err == nil {
		keep(".png", picture)
	}
	b.t.Logf("kept %s.{png,html,log}", stem)
}

// picture is the whole page as PNG.
func (b *tab) picture() ([]byte, error) {
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	return chromedp.Run(ctx, func(ctx context.Context, s *chromedp.Target) ([]byte, error) {
		shot, err := cdp.Call(ctx, s, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
		return shot.Data, err
	})
}
