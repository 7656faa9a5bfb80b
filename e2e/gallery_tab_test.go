package e2e

import (
	"net/http/httptest"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/views/gallery"
)

// inOwnGallery opens a tab on a gallery of its own, and gives its address. Its pages lead to
// shops and banks that don't exist: what goes there waits for ever.
func inOwnGallery(t *testing.T, d device) (b *tab, address string) {
	t.Helper()
	begin(t)
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gallery.Handler(bundle, os.DirFS(albumFolder), nil))
	t.Cleanup(server.Close)
	b = open(t, customer{Device: d})
	b.Observer.Belongs(server.URL, "https://")
	kit.Command(b.Tab, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "https://*"}}})
	return b, server.URL
}

// wear changes the size of the screen.
func (b *tab) wear(d device) {
	b.t.Helper()
	kit.Command(b.Tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: d.Width, Height: d.Height, DeviceScaleFactor: d.Scale, Mobile: d.Mobile,
	})
}

// touch gives the customer a finger, or takes it away: then there is no pointer at all,
// not even a mouse.
func (b *tab) touch(on bool) {
	b.t.Helper()
	kit.Command(b.Tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: on})
}

// asked emulates what the customer's system asks of pages.
func (b *tab) asked(features ...*emulation.MediaFeature) {
	b.t.Helper()
	kit.Command(b.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
}
