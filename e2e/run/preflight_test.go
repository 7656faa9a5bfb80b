package run

import (
	"encoding/pem"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/internal/findings"
)

// A deployment that is right is found right, and its languages are learnt.
func TestPreflight(t *testing.T) {
	d := usual().start(t)
	p := look(t.Context(), Options{URL: d.app + "/", Links: d.at, Workers: 6})
	if p.Faults() > 0 || len(p.languages) != len(i18n.Tags()) || p.world.Strict {
		t.Errorf("%d languages, strict %t: %v", len(p.languages), p.world.Strict, p.List)
	}
}

// Faults of somebody else's payments and merchants don't disturb; our merchant's do.
func TestPreflightSeesFaultsThatDisturb(t *testing.T) {
	for _, c := range []struct {
		concerns url.Values
		verdict  findings.Verdict
	}{
		{url.Values{"idPayin": {"SOMEBODYS-1"}}, findings.Well},
		{url.Values{"merchantCode": {"DEMO-BANKS"}}, findings.Well},
		{url.Values{"idPayin": {"E2-*"}}, findings.Well},
		{url.Values{"idPayin": {"e2e*"}}, findings.Fault},
		{url.Values{"merchantCode": {"DEMO"}}, findings.Fault},
	} {
		d := usual().start(t)
		form := maps.Clone(c.concerns)
		form.Set("kind", "500")
		form.Set("percent", "1")
		made, err := http.PostForm(d.at+"/console/faults", form)
		if err != nil || made.StatusCode >= 300 {
			t.Fatalf("%v %v", err, made)
		}
		made.Body.Close()
		p := look(t.Context(), Options{URL: d.app, Links: d.at, Workers: 6})
		if !slices.ContainsFunc(p.List, func(f findings.Finding) bool { return f.Name == "calm" && f.Verdict == c.verdict }) {
			t.Errorf("%v: %v", c.concerns, p.List)
		}
	}
}

// Each wrong setting is told by the setting's name.
func TestPreflightFindsWhatIsWrong(t *testing.T) {
	other := usual().start(t)
	for _, c := range []struct {
		name   string
		change func(*deployment)
		ask    func(*deployment, *Options)
		finds  string // of the findings
		mend   string
	}{
		{name: "nobody there", ask: func(_ *deployment, o *Options) { o.URL = "http://127.0.0.1:1" }, finds: "application", mend: "is it running"},
		{name: "not the application", ask: func(d *deployment, o *Options) { o.URL = d.at + "/console" }, finds: "application", mend: "--url"},
		{name: "not a sandbox", ask: func(d *deployment, o *Options) { o.Links = d.app }, finds: "sandbox", mend: "--links"},
		{name: "no sandbox there", ask: func(_ *deployment, o *Options) { o.Links = "http://127.0.0.1:1" }, finds: "sandbox", mend: "that runs"},
		{name: "faults by chance", change: func(d *deployment) { d.box.Calm = false }, finds: "calm", mend: "PAYAPP_SANDBOX_CALM=true"},
		{name: "rate", change: func(d *deployment) { d.box.Rate = 10 }, finds: "rate", mend: "PAYAPP_SANDBOX_RATE=1000"},
		{name: "http addresses", change: func(d *deployment) { d.site.AllowHTTP = false }, finds: "link", mend: "PAYAPP_ALLOW_HTTP_RETURN"},
		{name: "a proxy with little room for headers", change: func(d *deployment) { d.room = 4 << 10 }, finds: "long headers", mend: "proxy_buffer_size"},
		{name: "another gateway", change: func(d *deployment) { d.gateway = other.at }, finds: "link", mend: "PAYAPP_GATEWAY_URL"},
		{name: "no gateway", change: func(d *deployment) { d.gateway = "http://127.0.0.1:1" }, finds: "link", mend: "PAYAPP_GATEWAY_URL"},
		{name: "its clock", change: func(d *deployment) { d.box.Now = func() time.Time { return time.Now().Add(-time.Hour) } }, finds: "sandbox time", mend: "console"},
		{name: "another address", change: func(d *deployment) { d.box.PaymentAppURL = "https://elsewhere.example" }, finds: "shop", mend: "PAYAPP_PUBLIC_URL"},
		{name: "a command that fails", ask: func(_ *deployment, o *Options) { o.Links = "echo no key >&2; exit 3" }, finds: "link", mend: "by itself"},
		{name: "a command that says nothing", ask: func(_ *deployment, o *Options) { o.Links = "true" }, finds: "link", mend: "by itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := usual()
			if c.change != nil {
				c.change(d)
			}
			d.start(t)
			o := Options{URL: d.app, Links: d.at, Workers: 6}
			if c.ask != nil {
				c.ask(d, &o)
			}
			p := look(t.Context(), o)
			for _, f := range p.List {
				if f.Name == c.finds && f.Verdict != findings.Well && strings.Contains(f.Mend, c.mend) {
					return
				}
			}
			t.Errorf("no finding %q says %q: %v", c.finds, c.mend, p.List)
		})
	}
}

// A private authority is trusted if it is given, by the browser as well.
func TestPreflightTrustsAnAuthority(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	p := look(t.Context(), Options{URL: server.URL, Links: "true", Workers: 1})
	if p.Faults() == 0 || !strings.Contains(p.List[len(p.List)-1].Mend, "--ca") {
		t.Errorf("%v", p.List)
	}
	file := func(name string, pem []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	another, err := os.ReadFile("testdata/another.crt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ ca, says, mend string }{
		{"preflight_test.go", "--ca: preflight_test.go has no certificate in PEM", "in PEM"},
		{"nowhere.pem", "no such file", "in PEM"},
		{file("another.pem", another), "can't be reached", "isn't the authority that signed its certificate"},
		{file("own.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})), "no page of payapp", "--url"},
	} {
		p := look(t.Context(), Options{URL: server.URL, Links: "true", CA: c.ca, Workers: 1})
		if last := p.List[len(p.List)-1]; p.Faults() == 0 || !strings.Contains(last.Says, c.says) || !strings.Contains(last.Mend, c.mend) || strings.Contains(last.Says, "nil") {
			t.Errorf("%s: %v", c.ca, p.List)
		}
	}
}

// Links by a command are opened, and steer nothing else.
func TestLinksByACommand(t *testing.T) {
	d := usual().start(t)
	var made kit.Order
	if w := attempt(t.Context(), "x", func(w *walker) { made = kit.NewOrder(w, &kit.World{App: d.app, Sandbox: d.at}, "99.00", "THB") }); w.failed {
		t.Fatal(w.errors)
	}
	command := `test "$FLAGS" = "--amount 99.00 --currency THB --order $ORDER" && printf 'made:\n%s\n' '` + made.URL() + `'`
	p := look(t.Context(), Options{URL: d.app, Links: command, Workers: 1})
	if p.Faults() > 0 || p.world.Sandbox != "" {
		t.Errorf("%v", p.List)
	}
}
