package e2e

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// browser is one Chromium for all tests.
type browser struct {
	ctx  context.Context
	stop func()
}

// startBrowser prefers Debian's headless Chromium: it lays out, draws and runs
// pages like the full one in a third of the time. Without any Chromium the
// suites fail instead of being skipped. settings are those of the browser's
// settings pages, as the profile stores them; only the full Chromium reads
// them.
func startBrowser(settings string) (*browser, error) {
	names := []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}
	if settings != "" {
		names = names[1:]
	}
	path := ""
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, errors.New("no Chromium is installed: run `make setup`")
	}
	profile, err := os.MkdirTemp("", "payapp-e2e-")
	if err != nil {
		return nil, err
	}
	if err := writeSettings(profile, settings); err != nil {
		return nil, err
	}
	environment, err := fontsFor(profile)
	if err != nil {
		return nil, err
	}
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.WSURLReadTimeout(patience),
		chromedp.Env(environment...),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
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
	)
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
	return &browser{ctx, stop}, nil
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

// noCookies blocks all cookies.
const noCookies = `{"profile": {"default_content_setting_values": {"cookies": 2}}}`

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

// device is the customer's device.
type device struct {
	name          string
	width, height int64
	scale         float64
	mobile        bool
}

var (
	phone   = device{"phone", 360, 740, 2, true}
	desktop = device{"desktop", 1280, 800, 1, false}
	narrow  = device{"narrow", 320, 640, 2, true}
	zoomed  = device{"zoomed", 320, 200, 4, false} // 1280 × 800 at 400 %
)

// customer is the person at a tab.
type customer struct {
	device   device
	noScript bool
	dark     bool
}

func (c customer) String() string {
	name := c.device.name
	if c.noScript {
		name += "-noscript"
	}
	if c.dark {
		name += "-dark"
	}
	return name
}

// seats is how many tests run at the same time, unless `go test -parallel` says
// otherwise. Most of a walk is waiting for the gateway's next answer: six walks keep
// two processors busy.
var seats = max(6, runtime.NumCPU())

// begin makes a test run in parallel to others.
func begin(t *testing.T) {
	t.Helper()
	t.Parallel()
}

// patience only guards against hanging: every step takes a small part of it.
const patience = 3 * time.Minute

// open gives the customer a browser context of their own, without cookies.
func open(t *testing.T, c customer) *tab {
	t.Helper()
	return newTab(chromium.ctx, t, c, chromedp.WithNewBrowserContext())
}

// openIn opens a tab of a browser with settings of its own.
func openIn(t *testing.T, own *browser, c customer) *tab {
	t.Helper()
	return newTab(own.ctx, t, c, chromedp.WithNewWindow(false))
}

// second opens another tab in the same browser: same cookies.
func (b *tab) second() *tab {
	b.t.Helper()
	id := chromedp.FromContext(b.root).BrowserContextID
	return newTab(chromium.ctx, b.t, b.customer, chromedp.WithExistingBrowserContext(id))
}

func newTab(parent context.Context, t *testing.T, c customer, option chromedp.ContextOption) *tab {
	t.Helper()
	root, close := chromedp.NewContext(parent, option)
	b := &tab{t: t, root: root, customer: c, seen: newObserver(worldOf(t))}
	t.Cleanup(func() {
		b.report()
		close()
	})
	if err := chromedp.Listen(root, b.seen.event); err != nil {
		t.Fatal(err)
	}
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		if _, err := cdp.Call(ctx, s, audits.Enable, cdp.Empty{}); err != nil {
			return err
		}
		return c.dress(ctx, s)
	})
	return b
}

// dress makes the tab look like the customer's device.
func (c customer) dress(ctx context.Context, s *chromedp.Target) error {
	_, err := cdp.Call(ctx, s, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: c.device.width, Height: c.device.height, DeviceScaleFactor: c.device.scale, Mobile: c.device.mobile,
	})
	if err == nil && c.device.mobile {
		_, err = cdp.Call(ctx, s, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	}
	if err == nil {
		_, err = cdp.Call(ctx, s, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: c.noScript})
	}
	if err == nil {
		err = scheme(ctx, s, c.dark)
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
