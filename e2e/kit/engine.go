package kit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/chromedp/chromedp"

	"payapp/e2e/kit/engine"
)

// The engines of browsers.
const (
	Chromium = "chromium"
	Firefox  = "firefox"
	WebKit   = "webkit"
)

// Engines are all of them.
var Engines = []string{Chromium, Firefox, WebKit}

// errorPage is the condition that a browser shows its own error.
const errorPage = `/^(chrome-error:|about:neterror)/.test(location.href)`

// refused is the status of an answer, such as a proxy's, that is no page of the
// application; 0 where it is one, or where the engine doesn't tell.
const refused = `(document.readyState == "complete" && !document.querySelector("main[data-page]") &&
	(s => s >= 400 ? s : 0)(performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0) || 0)`

// Lacks is why walks with axe, or without JavaScript, can't be shown in an engine; "" if
// they can.
func Lacks(engine string, axe, noScript bool) string {
	switch {
	case engine == "" || engine == Chromium:
		return ""
	case axe:
		return "axe judges pages in Chromium"
	case engine == WebKit && noScript:
		return "WebKit's driver asks pages by their scripts, so it can't do without"
	}
	return ""
}

// findOther finds a browser that isn't Chromium.
func findOther(o Options) (path string, err error) {
	switch o.Engine {
	case Firefox:
		for _, name := range []string{"firefox-esr", "firefox"} {
			if path, err = exec.LookPath(name); err == nil {
				return path, nil
			}
		}
		return "", errors.New("no Firefox is installed: `make engines`, or apt install firefox-esr")
	case WebKit:
		for _, name := range []string{"WebKitWebDriver", "Xvfb"} {
			if _, err := exec.LookPath(name); err != nil && (name != "Xvfb" || !o.Headed) {
				return "", fmt.Errorf("no %s is installed: `make engines`, or apt install webkit2gtk-driver xvfb", name)
			}
		}
		found, err := filepath.Glob("/usr/lib*/*/webkit2gtk-4.*/MiniBrowser")
		if err != nil || len(found) == 0 {
			return "", errors.New("no MiniBrowser is installed: `make engines`, or apt install webkit2gtk-driver")
		}
		return found[len(found)-1], nil
	}
	return "", fmt.Errorf("there is no engine %q, but %s", o.Engine, strings.Join(Engines, ", "))
}

func startOther(o Options, path, profile string, environment []string) (b *Browser, err error) {
	b = &Browser{Context: context.Background(), Path: path, Engine: o.Engine}
	environment = append([]string{"PATH=" + os.Getenv("PATH")}, environment...)
	if o.Headed {
		environment = append(environment, "DISPLAY="+os.Getenv("DISPLAY"), "WAYLAND_DISPLAY="+os.Getenv("WAYLAND_DISPLAY"))
	}
	if o.Engine == Firefox {
		b.other, err = engine.StartFirefox(path, profile, environment, o.Headed)
	} else {
		b.other, err = engine.StartWebKit("WebKitWebDriver", path, environment, o.Headed)
	}
	if err != nil {
		_ = os.RemoveAll(profile)
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	b.Stop = func() {
		b.other.Stop()
		_ = os.RemoveAll(profile)
	}
	return b, nil
}

func openOther(t T, w *World, c Customer) *Tab {
	t.Helper()
	root, end := context.WithCancel(w.Browser.Context)
	b := &Tab{t: t, World: w, Root: root, Customer: c, Observer: newObserver(w)}
	d := c.Device
	var err error
	b.other, err = w.Browser.other.Open(root, engine.Customer{
		Width: d.Width, Height: d.Height, Scale: d.Scale, NoScript: c.NoScript,
	}, b.Observer.event)
	if err != nil {
		end()
		t.Fatalf("%s: %s: %v", c, w.Browser.Engine, err)
	}
	t.Cleanup(func() {
		t.Helper()
		b.report()
		b.other.Close()
		end()
	})
	return b
}

// act does something with another engine's tab.
func (b *Tab) act(do func(context.Context) error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	if err := do(ctx); err != nil && !betweenPages(err) {
		b.fatalf("%s: %v", b.Customer, err)
	}
}

// cut is a part of the screen's picture.
func (b *Tab) cut(x, y, width, height float64) []byte {
	b.t.Helper()
	picture, err := b.Picture()
	if err != nil {
		b.fatalf("%s: %v", b.Customer, err)
	}
	screen, _, err := image.Decode(bytes.NewReader(picture))
	if err != nil {
		b.fatalf("%s: %v", b.Customer, err)
	}
	s := b.Customer.Device.Scale
	part := image.NewRGBA(image.Rect(0, 0, int(width*s), int(height*s)))
	draw.Draw(part, part.Bounds(), screen, image.Pt(int(x*s), int(y*s)), draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, part); err != nil {
		b.t.Fatalf("%v", err)
	}
	return out.Bytes()
}

func (b *Tab) navigate(ctx context.Context, address string) error {
	if b.other != nil {
		return b.other.Visit(ctx, address)
	}
	return chromedp.Do(ctx, chromedp.Navigate(address))
}

// holdBank holds the tab before the bank. Where an engine can't, the leaving page is
// stopped as a customer would: whoever presses anything goes on by the button.
func (b *Tab) holdBank() {
	b.t.Helper()
	if b.other == nil {
		b.Hold(b.World.BankPages())
		return
	}
	b.act(func(ctx context.Context) error {
		err := b.other.Hold(ctx, b.World.Sandbox+"/bank/")
		b.stops = errors.Is(err, errors.ErrUnsupported)
		if b.stops {
			return nil
		}
		return err
	})
}
