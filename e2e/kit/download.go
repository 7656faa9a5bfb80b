package kit

import (
	"context"
	"os"
	"path/filepath"

	protocol "github.com/chromedp/cdproto/browser"

	"github.com/chromedp/chromedp"
)

// Download presses a link that saves a file, and reads the file.
func (b *Tab) Download(selector string) []byte {
	b.t.Helper()
	folder := b.t.TempDir()
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	_, err := chromedp.CallBrowser(ctx, protocol.SetDownloadBehavior, protocol.SetDownloadBehaviorParams{
		Behavior: protocol.SetDownloadBehaviorBehaviorAllowAndName, BrowserContextID: chromedp.FromContext(b.Root).BrowserContextID,
		DownloadPath: folder, EventsEnabled: new(true),
	})
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	events := chromedp.BrowserEvents(ctx, protocol.DownloadProgress)
	b.Click(selector)
	for ev, err := range events {
		if err != nil {
			b.t.Fatalf("%s: no download: %v", b.Customer, err)
		}
		if ev.State == protocol.DownloadProgressStateCompleted {
			if data, err := os.ReadFile(filepath.Join(folder, ev.GUID)); err == nil { // otherwise it is another tab's
				return data
			}
		}
	}
	b.t.Fatalf("no download")
	return nil
}
