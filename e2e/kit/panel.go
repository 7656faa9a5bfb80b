package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// Panel is what a sandbox says of itself.
type Panel struct {
	Now    time.Time    `json:"now"`
	Calm   bool         `json:"calm"`
	Strict bool         `json:"strict"`
	App    string       `json:"paymentApp"` // to which its shop's links lead
	Rate   int          `json:"usualPerSecond"`
	Faults []PanelFault `json:"faults"`
}

// PanelFault is a fault that the sandbox makes, for one merchant or one payment if it
// names them.
type PanelFault struct {
	Merchant string `json:"merchantCode"`
	ID       string `json:"idPayin"`
}

// Disturbs reports whether orders of this suite may meet the fault.
func (f PanelFault) Disturbs() bool {
	begins, many := strings.CutSuffix(f.ID, "*")
	return (f.ID == "" || many && strings.HasPrefix(orderPrefix, begins)) && (f.Merchant == "" || f.Merchant == merchant)
}

// What orders have, if nothing else is said.
const (
	merchant    = "DEMO"
	payee       = "Demo Shop" // as the sandbox calls it; a branding file may name another
	orderPrefix = "e2e-"      // of their ids
)

// ReadPanel asks the sandbox at the address.
func ReadPanel(ctx context.Context, client *http.Client, sandbox string) (p Panel, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, sandbox+"/console/panel", nil)
	if err != nil {
		return p, err
	}
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return p, err
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusMisdirectedRequest {
		return p, fmt.Errorf("it doesn't answer to this name: set its PAYAPP_SANDBOX_URL to %s", sandbox)
	}
	err = json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&p)
	if err != nil || p.Now.IsZero() {
		return p, fmt.Errorf("it answers %d, and isn't payapp's sandbox", response.StatusCode)
	}
	return p, nil
}

// Connect is the world of a deployment, with a browser that ends with the test. Give
// the world to subtests that run in parallel: a browser is expensive, tabs are cheap.
// The variable PAYAPP_CA names a file of private authorities (PEM) to trust beside this
// machine's, in the browser (Chromium) and in World.HTTP. Where a branding file names DEMO
// otherwise, set World.Payee to that.
func Connect(t T, app, sandbox string) *World {
	t.Helper()
	for _, address := range [][3]string{{app, "application", "PAYAPP_URL"}, {sandbox, "sandbox", "PAYAPP_SANDBOX_URL"}} {
		if u, err := url.Parse(address[0]); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			t.Fatalf("Connect: the %s's address is %q: set what it is read from, such as %s, to http:// or https:// and its host",
				address[1], address[0], address[2])
		}
	}
	w := &World{App: strings.TrimSuffix(app, "/"), Sandbox: strings.TrimSuffix(sandbox, "/"), Payee: payee, Failures: "failures"}
	authorities, err := Authorities(os.Getenv("PAYAPP_CA"))
	if err != nil {
		t.Fatalf("PAYAPP_CA: %v", err)
	}
	w.HTTP = &http.Client{Timeout: time.Minute, Transport: TrustingTransport(authorities)}
	t.Cleanup(w.HTTP.CloseIdleConnections)
	var flags []string
	if os.Getenv("PAYAPP_CA") != "" {
		if flags, err = CertificatePins(t.Context(), w.HTTP, w.App, w.Sandbox); err != nil {
			t.Fatalf("PAYAPP_CA: %v", err)
		}
	}
	panel, err := ReadPanel(t.Context(), w.client(), w.Sandbox)
	if err != nil {
		t.Fatalf("the sandbox at %s: %v", w.Sandbox, err)
	}
	w.Strict = panel.Strict
	if w.Browser, err = StartBrowser(Options{Flags: flags}); err != nil {
		t.Fatalf("%v", err)
	}
	if w.Browser.Again != nil {
		t.Logf("the browser was started twice: %v", w.Browser.Again)
	}
	t.Cleanup(w.Browser.Stop)
	return w
}
