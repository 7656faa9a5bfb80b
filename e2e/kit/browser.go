package kit

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Browser is one browser, shared by many tabs.
type Browser struct {
	Context context.Context
	Stop    func()
	Path    string // of its program
	Again   error  // why it was started a second time; nil if it wasn't
	plain   bool   // its settings hold in its first context only
}

// Options are how a browser is started. The zero value is a headless one.
type Options struct {
	// Settings are those of the browser's settings pages, as the profile stores
	// them; only the full Chromium reads them.
	Settings string
	Headed   bool     // with a window
	Flags    []string // further ones, as name or name=value, without dashes
}

// FindBrowser is the path of the browser that StartBrowser takes. Of Chromium it prefers
// Debian's headless one, which lays out, draws and runs pages like the full one in a
// third of the time.
func FindBrowser(o Options) (string, error) {
	names := []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}
	if o.Settings != "" || o.Headed {
		names = names[1:]
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("no Chromium is installed (%s): `make setup`, or apt install chromium", strings.Join(names, ", "))
}

// StartBrowser starts a browser. Without one it fails. One that closes while it starts,
// as happens on a machine that is very busy, is started once more, and Again says so.
func StartBrowser(o Options) (*Browser, error) {
	return onceMore(func() (*Browser, error) { return startBrowser(o) })
}

func onceMore(start func() (*Browser, error)) (*Browser, error) {
	b, first := start()
	if first == nil || !betweenPages(first) && !strings.Contains(first.Error(), "target detached") {
		return b, first
	}
	b, err := start()
	if err != nil {
		return nil, fmt.Errorf("%w (twice; first: %w)", err, first)
	}
	b.Again = first
	return b, nil
}

func startBrowser(o Options) (*Browser, error) {
	path, err := FindBrowser(o)
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "payapp-e2e-")
	if err != nil {
		return nil, err
	}
	if err := writeSettings(profile, o.Settings); err != nil {
		return nil, err
	}
	environment, err := fontsFor(profile)
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(Patience),
		chromedp.Env(environment...),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), // /dev/shm is small in containers
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("font-render-hinting", "none"),
		chromedp.Flag("lang", "en-GB"),
		// A desktop has a mouse, even if the test machine has none.
		chromedp.Flag("blink-settings", "availablePointerTypes=4,primaryPointerType=4,availableHoverTypes=2,primaryHoverType=2"),
	}
	if !o.Headed {
		options = append(options, chromedp.Headless)
	}
	for _, flag := range o.Flags {
		name, value, has := strings.Cut(flag, "=")
		if has {
			options = append(options, chromedp.Flag(name, value))
		} else {
			options = append(options, chromedp.Flag(name, true))
		}
	}
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	stop := func() {
		cancel()
		cancelAllocator()
		_ = os.RemoveAll(profile)
	}
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return &Browser{Context: ctx, Stop: stop, Path: path, plain: o.Settings != ""}, nil
}

// fonts are those that deploy/setup.sh installs.
//
//go:embed testdata/fonts.conf
var fonts []byte

// fontsFor gives a browser only these fonts, and a home, since some build
// machines have none that is writable. If the fonts are elsewhere, as on other
// systems than Debian, it uses the machine's.
func fontsFor(profile string) (environment []string, err error) {
	environment = []string{"HOME=" + profile, "XDG_CACHE_HOME=" + filepath.Join(profile, "cache")}
	if _, err := os.Stat("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"); err != nil {
		return environment, nil //nolint:nilerr // the machine's fonts are used
	}
	file := filepath.Join(profile, "fonts.conf")
	return append(environment, "FONTCONFIG_FILE="+file), os.WriteFile(file, fonts, 0o600)
}

func writeSettings(profile, settings string) error {
	if settings == "" {
		return nil
	}
	folder := filepath.Join(profile, "Default")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "Preferences"), []byte(settings), 0o600)
}

// Device is the customer's device.
type Device struct {
	Name          string
	Width, Height int64
	Scale         float64
	Mobile        bool
}

// The devices that walks use.
var (
	Phone   = Device{"phone", 360, 740, 2, true}
	Desktop = Device{"desktop", 1280, 800, 1, false}
	Narrow  = Device{"narrow", 320, 640, 2, true}
	Zoomed  = Device{"zoomed", 320, 200, 4, false} // 1280 × 800 at 400 %
)

// Customer is the person at a tab.
type Customer struct {
	Device   Device
	NoScript bool
	Dark     bool
}

// String names the customer: phone-noscript.
func (c Customer) String() string {
	name := c.Device.Name
	if c.NoScript {
		name += "-noscript"
	}
	if c.Dark {
		name += "-dark"
	}
	return name
}

// Patience only guards against hanging: every step takes a small part of it.
const Patience = time.Minute

// Open gives the customer a browser context of their own, without cookies. It closes
// with the test.
func Open(t T, w *World, c Customer) *Tab {
	t.Helper()
	if w.Browser.plain {
		return newTab(t, w, c, chromedp.WithNewWindow(false))
	}
	return newTab(t, w, c, chromedp.WithNewBrowserContext())
}

// Second opens another tab in the same browser: same cookies.
func (b *Tab) Second() *Tab {
	b.t.Helper()
	other := newTab(b.t, b.World, b.Customer, chromedp.WithExistingBrowserContext(chromedp.FromContext(b.Root).BrowserContextID))
	b.Observer.mu.Lock()
	defer b.Observer.mu.Unlock()
	other.Observer.led, other.Observer.means = maps.Clone(b.Observer.led), maps.Clone(b.Observer.means)
	return other
}

func newTab(t T, w *World, c Customer, option chromedp.ContextOption) *Tab {
	t.Helper()
	root, close := chromedp.NewContext(w.Browser.Context, option)
	b := &Tab{t: t, World: w, Root: root, Customer: c, Observer: newObserver(w)}
	t.Cleanup(func() {
		t.Helper()
		b.report()
		close()
	})
	if err := chromedp.Listen(root, func(event any) { b.Observer.event(event); b.stay(event) }); err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		if _, err := cdp.Call(ctx, s, audits.Enable, cdp.Empty{}); err != nil && !strings.Contains(err.Error(), "wasn't found") {
			return err
		}
		if _, err := cdp.Call(ctx, s, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: older}); err != nil {
			return err
		}
		return c.dress(ctx, s)
	})
	return b
}

// dress makes the tab look like the customer's device.
func (c Customer) dress(ctx context.Context, s *chromedp.Target) error {
	_, err := cdp.Call(ctx, s, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: c.Device.Width, Height: c.Device.Height, DeviceScaleFactor: c.Device.Scale, Mobile: c.Device.Mobile,
	})
	if err == nil && c.Device.Mobile {
		_, err = cdp.Call(ctx, s, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	}
	if err == nil {
		_, err = cdp.Call(ctx, s, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: c.NoScript})
	}
	if err == nil {
		err = scheme(ctx, s, c.Dark)
	}
	return err
}

// scheme sets the customer's preference for light or dark pages.
func scheme(ctx context.Context, s *chromedp.Target, dark bool) error {
	value := "light"
	if dark {
		value = "dark"
	}
	_, err := cdp.Call(ctx, s, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}},
	})
	return err
}
