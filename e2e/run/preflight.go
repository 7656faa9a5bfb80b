package run

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"payapp/e2e/kit"
	"payapp/internal/doctor"
	"payapp/internal/findings"
	"payapp/static"
)

// patience is for each question of the preflight.
const patience = 10 * time.Second

// skew is how far clocks may be apart: tokens and deadlines depend on them.
const skew = 30 * time.Second

// preflight finds out where the walks go, and what is wrong there.
type preflight struct {
	findings.List
	options   Options
	world     *kit.World
	languages []string
	client    *http.Client
	flags     []string // of the browser
}

// look asks everything. With a fault nothing can be walked.
func look(ctx context.Context, o Options) *preflight {
	p := &preflight{options: o, world: &kit.World{App: strings.TrimSuffix(o.URL, "/"), MayLack: true}}
	p.world.Sandbox = strings.TrimSuffix(o.Sandbox, "/")
	if isAddress(o.Links) {
		p.world.Sandbox = strings.TrimSuffix(o.Links, "/")
	} else {
		p.world.Links = byCommand(o.Links)
	}
	p.browser()
	if !p.connect() || !p.application(ctx) || p.world.Sandbox != "" && !p.sandbox(ctx) {
		return p
	}
	p.link(ctx)
	return p
}

func (p *preflight) browser() {
	path, err := kit.FindBrowser(kit.Options{Headed: p.options.Headed})
	if err != nil {
		p.Fail("browser", "apt install chromium-headless-shell, or chromium for --headed", "%v", err)
		return
	}
	p.Well("browser", "%s", path)
	if p.options.Headed && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		p.Fail("display", "run it in a desktop session, or with xvfb-run", "--headed has no display to show windows on")
	}
}

// connect prepares the client, and the browser, for a private authority.
func (p *preflight) connect() bool {
	trusted, err := kit.Authorities(p.options.CA)
	if err != nil {
		p.Fail("certificates", "give a file with certificates in PEM", "--ca: %v", err)
		return false
	}
	jar, _ := cookiejar.New(nil) // never fails
	p.client = &http.Client{
		Timeout: patience, Jar: jar,
		Transport:     kit.TrustingTransport(trusted),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	p.world.HTTP = &http.Client{Timeout: time.Minute, Transport: p.client.Transport}
	return true
}

// answer is an answer that was read to its end.
type answer struct {
	*http.Response
	body []byte
}

// inner is an error without its address, which may have a token.
func inner(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}

func (p *preflight) get(ctx context.Context, address string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, errors.New("that is no address")
	}
	request.Header.Set("Accept", "text/html")
	response, err := p.client.Do(request)
	if err != nil {
		return answer{}, inner(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	return answer{response, body}, err
}

var (
	pageLanguage = regexp.MustCompile(`<html[^>]* lang="([A-Za-z0-9-]+)"`)
	languageLink = regexp.MustCompile(`<a[^>]* lang="([A-Za-z0-9-]+)"[^>]*`)
)

// application is the page that a visit without parameters gets, in all languages.
func (p *preflight) application(ctx context.Context) bool {
	got, err := p.get(ctx, p.world.App+"/?lang=more")
	switch {
	case err != nil:
		mend := "is it running, and is its port open from here?"
		if bad, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
			mend = p.mendCertificate(bad)
		}
		p.Fail("application", mend, "%s can't be reached: %v", p.world.App, err)
		return false
	case got.StatusCode >= 500:
		p.Fail("application", "is a replica ready? payapp health --ready", "%s answers %d", p.world.App, got.StatusCode)
		return false
	case !bytes.Contains(got.body, []byte(`data-page="`)):
		p.Fail("application", "--url is the payment application's address, not the shop's or the sandbox's",
			"%s answers %d, and no page of payapp", p.world.App, got.StatusCode)
		return false
	}
	p.Well("application", "%s answers", p.world.App)
	if p.options.CA != "" {
		if p.flags, err = kit.CertificatePins(ctx, p.client, p.world.App, p.world.Sandbox); err != nil {
			p.Fail("certificates", "", "%v", err)
			return false
		}
	}
	p.clock("clock", got.Header.Get("Date"))
	if policy := got.Header.Get("Content-Security-Policy"); strings.Contains(policy, static.JSHashes()) {
		p.Well("version", "its pages are of this build, %s", p.options.Version)
	} else {
		p.Warn("version", "walk with the payapp that is deployed: these walks may expect pages of another version",
			"its pages aren't of this build, %s", p.options.Version)
	}
	if shown := pageLanguage.FindSubmatch(got.body); shown != nil {
		p.languages = []string{string(shown[1])}
	}
	for _, found := range languageLink.FindAllSubmatch(got.body, -1) {
		if language := string(found[1]); bytes.Contains(found[0], []byte(`data-action="language"`)) && !slices.Contains(p.languages, language) {
			p.languages = append(p.languages, language)
		}
	}
	if len(p.languages) == 0 {
		p.languages = []string{"en"}
	}
	p.Well("languages", "%d", len(p.languages))
	return true
}

// mendCertificate is what to do about a certificate that isn't trusted.
func (p *preflight) mendCertificate(bad *tls.CertificateVerificationError) string {
	if name, ok := errors.AsType[x509.HostnameError](bad); ok {
		return "--url must have a name of the certificate: " + strings.Join(name.Certificate.DNSNames, ", ")
	}
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](bad); ok && invalid.Reason == x509.Expired {
		return "renew the certificate, or set this machine's clock"
	}
	if p.options.CA != "" {
		return "--ca " + p.options.CA + " isn't the authority that signed its certificate"
	}
	return "give the authority's certificate with --ca"
}

func (p *preflight) clock(name, date string) {
	at, err := http.ParseTime(date)
	if err != nil {
		p.Unknown(name, "", "no Date header tells the time there")
		return
	}
	if off := time.Since(at); off.Abs() > skew {
		p.Fail(name, "set both machines' clocks (NTP): tokens and deadlines depend on them",
			"%v apart from this machine's", off.Round(time.Second))
		return
	}
	p.Well(name, "as this machine's")
}

func (p *preflight) sandbox(ctx context.Context) bool {
	says, err := kit.ReadPanel(ctx, p.client, p.world.Sandbox)
	if err != nil {
		p.Fail("sandbox", "--links is the address of a sandbox that runs, or a command that prints a RedirectURL",
			"%s: %v", p.world.Sandbox, inner(err))
		return false
	}
	p.world.Strict = says.Strict
	p.Well("sandbox", "%s answers, %s", p.world.Sandbox, map[bool]string{true: "strict", false: "with what is assumed"}[says.Strict])
	if says.Calm && !slices.ContainsFunc(says.Faults, kit.PanelFault.Disturbs) {
		p.Well("calm", "no faults of its own accord")
	} else {
		p.Fail("calm", "start it with PAYAPP_SANDBOX_CALM=true, and remove faults at "+p.world.Sandbox+"/console/panel",
			"the sandbox makes faults by chance: walks would fail for nothing")
	}
	if app := strings.TrimSuffix(says.App, "/"); app != p.world.App {
		p.Warn("shop", "set the sandbox's PAYAPP_PUBLIC_URL to "+p.world.App, "the shop's links lead to %s", app)
	}
	if need := 20 * p.options.Workers; says.Rate < need {
		const mend = "start the sandbox with PAYAPP_SANDBOX_RATE=1000 and the application with PAYAPP_GATEWAY_RATE=1000, " +
			"or walk with --workers %d"
		p.Fail("rate", fmt.Sprintf(mend, max(1, says.Rate/20)),
			"%d requests a second aren't enough for %d walks at once", says.Rate, p.options.Workers)
	} else {
		p.Well("rate", "%d requests a second at the sandbox", says.Rate)
	}
	if off := time.Since(says.Now); off.Abs() > skew {
		p.Fail("sandbox time", "the console can move it back: "+p.world.Sandbox+"/console/panel",
			"it is %v apart from this machine's", off.Round(time.Second))
	}
	return true
}

var dataProblem = regexp.MustCompile(`data-problem="([^"]+)"`)

// mends are what to do about the problem page that a good link leads to.
var mends = map[string]string{
	"entry-invalid":  "set the application's PAYAPP_ALLOW_HTTP_RETURN=true: the sandbox's addresses are http",
	"token-rejected": "the application's PAYAPP_GATEWAY_URL must be the gateway of --links",
	"session-missing": "the cookies don't come back: is the application's PAYAPP_PUBLIC_URL the address of --url, " +
		"and do all replicas have the same PAYAPP_SESSION_KEYS?",
	"gateway-unavailable": "the application can't reach its gateway: PAYAPP_GATEWAY_URL, and the network between them",
	"gateway-busy":        "raise PAYAPP_GATEWAY_RATE and PAYAPP_SANDBOX_RATE",
	"no-options":          "the merchant has no payment options in THB; walks need some",
}

// link makes one, and follows it as a browser does.
func (p *preflight) link(ctx context.Context) {
	var o kit.Order
	made := attempt(ctx, "preflight", func(w *walker) { o = kit.NewOrder(w, p.world, "99.00", "THB") })
	if made.failed {
		mend := "try the command of --links by itself"
		if p.world.Links == nil {
			mend = "does the sandbox know DEMO and its secret? " + p.world.Sandbox + "/console/merchants"
		}
		p.Fail("link", mend, "%s", strings.Join(made.errors, "; "))
		return
	}
	if o.App != p.world.App {
		p.Fail("link", "make links for the application of --url", "the link leads to %s", o.App)
		return
	}
	began := time.Now()
	got, err := p.get(ctx, o.URL())
	for range 3 {
		if err != nil || got.StatusCode/100 != 3 {
			break
		}
		var to *url.URL
		if to, err = got.Location(); err != nil {
			break
		}
		if at := to.Scheme + "://" + to.Host; at != p.world.App {
			p.Fail("link", "set the application's PAYAPP_PUBLIC_URL to "+p.world.App+", and let the proxy pass Host on",
				"the application leads on to %s", at)
			return
		}
		got, err = p.get(ctx, to.String())
	}
	if err != nil {
		p.Fail("link", "", "a payment's page can't be read: %v", err)
		return
	}
	if found := dataProblem.FindSubmatch(got.body); found != nil {
		problem := string(found[1])
		p.Fail("link", mends[problem], "a good link leads to the problem page %s", problem)
		return
	}
	p.Well("link", "it opens a payment, in %v", time.Since(began).Round(time.Millisecond))
	at, _ := url.Parse(p.world.App) // it was opened
	doctor.LongHeaders(&p.List, at, func(address string) (int, error) {
		got, err := p.get(ctx, address)
		if err != nil {
			return 0, err
		}
		return got.StatusCode, nil
	})
}
