//go:build engines

package e2e

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"payapp/e2e/kit"
	"payapp/e2e/suite"
)

// Every presentation and what waits, on a phone, in other engines than Chromium, with
// one walk without JavaScript. What an engine can't do is told with its reason.
func TestEngines(t *testing.T) {
	for _, name := range []string{kit.Firefox, kit.WebKit} {
		t.Run(name, func(t *testing.T) {
			browser, err := kit.StartBrowser(kit.Options{Engine: name})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(browser.Stop)
			w := theWorld.World
			w.Browser, w.Albums = browser, albumFolder+"/"+name
			for _, walk := range suite.All([]string{"en"}) {
				kind, _, _ := strings.Cut(walk.Name, "/")
				if walk.Device != phone.Name || kind != "pay" && kind != "waiting" || !walk.JavaScript && walk.Name != "pay/PROMPTPAY/phone-noscript/en" {
					continue
				}
				t.Run(walk.Name, func(t *testing.T) {
					begin(t)
					if why := walk.Lacks(&w); why != "" {
						t.Logf("not walked: %s", why)
						return
					}
					walk.Do(t, &w)
				})
			}
			t.Run("lost line", func(t *testing.T) {
				begin(t)
				losesTheLine(t, &w)
			})
		})
	}
}

// losesTheLine is paid while the page's line is gone: it tries again, and tells it.
func losesTheLine(t *testing.T, w *kit.World) {
	t.Helper()
	l := spoil(t, w.App)
	o := kit.NewOrder(t, w, "99.00", "THB", "lang", "en")
	o.App = l.address
	b := kit.Open(t, w, customer{Device: phone})
	b.Observer.Belongs(l.address)
	b.Observer.Unplug()
	b.Observer.Expect(http.StatusBadGateway)
	b.Enter(o)
	b.Pay(suite.PromptPay)
	b.Want("instructions")
	at := &tab{b, t}
	l.until(at, "a stream", func() bool { return l.count(isOpen) > 0 })
	var refused atomic.Int32
	l.set(func() {
		l.answer = func(*http.Request) int {
			refused.Add(1)
			return http.StatusBadGateway
		}
	})
	l.cut()
	o.Set("SUCCESS")
	l.until(at, "asking again", func() bool { return refused.Load() > 0 })
	b.Want("instructions")
	l.set(func() { l.answer = nil })
	b.AwaitStatus("success")
}
