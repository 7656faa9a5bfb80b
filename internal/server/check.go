//go:build !sandbox

package server

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"payapp/internal/application"
	"payapp/internal/build"
	"payapp/internal/config"
	"payapp/internal/findings"
)

const (
	checkPatience = 10 * time.Second // for each thing that is asked
	clockAgrees   = 5 * time.Second  // a Date has whole seconds
	clockAtFault  = time.Minute      // tokens live for minutes
)

// Check looks at what a start with these settings would need, and compares it
// with replicas that run, by their admin addresses. It opens no port.
func Check(ctx context.Context, environ, replicas []string) findings.List {
	var list findings.List
	cfg, err := config.Load(environ, config.Build{Sandbox: SandboxBuiltIn, Languages: application.Languages()})
	if err = errors.Join(err, catalogueFaults(environ)); err != nil {
		checkFaults(&list, err)
		return list
	}
	list.Well("settings", "all can be read")
	for _, name := range cfg.Unknown {
		list.Warn("settings", "is its name misspelt?", "%s is no setting", name)
	}
	for merchant, brand := range cfg.Site.Branding {
		for _, adjustment := range brand.Adjusted() {
			list.Warn("settings", "look at it with make gallery", "%s: %s", merchant, adjustment)
		}
	}
	if catalogue, err := LoadCatalogue(cfg.Catalogue); err == nil { // whose faults have been told
		for _, warning := range catalogue.Warnings {
			list.Warn("settings", "is its code misspelt? Else take it out of the catalogue file", "PAYAPP_CATALOGUE: %s", warning)
		}
	}
	if info := build.Current(); info.Commit == build.Unknown {
		list.Warn("build", "build with deploy/build.sh, or from a git archive", "its commit isn't known")
	} else {
		list.Well("build", "%s, commit %s", info.Version, info.Commit)
	}
	checkDescriptors(&list, descriptorLimit())
	if cfg.Site.Sandbox {
		list.Warn("gateway", "set PAYAPP_GATEWAY_URL", "the embedded sandbox stands in: no real money moves")
		return list
	}
	if len(cfg.Site.TrustedProxies) == 0 {
		list.Warn("proxy", "if there is one, name it in PAYAPP_TRUSTED_PROXIES",
			"none, by PAYAPP_TRUSTED_PROXIES: behind one, all customers would have its address")
	}
	CheckGateway(ctx, &list, cfg.GatewayURL.String(), time.Now)
	checkStore(ctx, &list, cfg)
	checkKeys(ctx, &list, config.Fingerprints(cfg.SessionKeys.Reveal()), replicas)
	return list
}

// checkFaults lists each fault of the configuration by its variable.
func checkFaults(list *findings.List, err error) {
	var faults config.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			list.Fail("settings", "", "%s: %s", f.Variable, f.Reason)
		}
		return
	}
	list.Fail("settings", "", "%v", err)
}

func checkDescriptors(list *findings.List, limit uint64) {
	if limit > 0 && limit < fewDescriptors {
		list.Warn("files", "raise ulimit -n", "%d may be open at once, and each waiting customer keeps one", limit)
		return
	}
	list.Well("files", "%d may be open at once", limit)
}

// CheckGateway asks for something without a token: who answers with an error of
// the interface is there.
func CheckGateway(ctx context.Context, list *findings.List, base string, now func() time.Time) {
	ctx, cancel := context.WithTimeout(ctx, checkPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/payins/check", nil)
	if err != nil {
		list.Fail("gateway", "", "%v", err)
		return
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	began := now()
	response, err := client.Do(request)
	if err != nil {
		list.Fail("gateway", mendConnection(err), "%s: %v", base, errors.Unwrap(err))
		return
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 1<<20))
	took := now().Sub(began)
	switch kind := response.Header.Get("Content-Type"); {
	case response.StatusCode >= http.StatusInternalServerError:
		list.Fail("gateway", "ask its operator", "%s answers %d", base, response.StatusCode)
	case response.StatusCode >= http.StatusMultipleChoices && response.StatusCode < http.StatusBadRequest:
		list.Fail("gateway", "set PAYAPP_GATEWAY_URL to where that leads", "%s redirects (%d)", base, response.StatusCode)
	case !strings.Contains(kind, "json"):
		list.Warn("gateway", "is PAYAPP_GATEWAY_URL {base_url}, with its path?",
			"%s answers %d with %q, not JSON", base, response.StatusCode, kind)
	default:
		list.Well("gateway", "%s answers %d in %d ms", base, response.StatusCode, took.Milliseconds())
	}
	if response.TLS != nil {
		checkTLS(list, response.TLS, now())
	}
	checkIPv6(ctx, list, request.URL.Hostname())
	checkClock(list, response.Header, began.Add(took/2))
}

func checkTLS(list *findings.List, state *tls.ConnectionState, now time.Time) {
	ends := state.PeerCertificates[0].NotAfter
	if ends.Sub(now) < 14*24*time.Hour {
		list.Warn("tls", "tell the gateway's operator", "the certificate ends on %s", ends.Format(time.DateOnly))
		return
	}
	list.Well("tls", "%s, the certificate ends on %s", tls.VersionName(state.Version), ends.Format(time.DateOnly))
}

// checkIPv6 matters to whoever has IPv6 alone, as some clusters do.
func checkIPv6(ctx context.Context, list *findings.List, host string) {
	if addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip6", host); err == nil && len(addresses) > 0 {
		list.Well("ipv6", "%s has an address of IPv6", host)
	} else {
		list.Well("ipv6", "%s has none: from a network with IPv6 alone it isn't reached", host)
	}
}

func mendConnection(err error) string {
	var unknown *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &unknown):
		return "is the name in PAYAPP_GATEWAY_URL right, and does this machine resolve names?"
	case errors.As(err, &certificate):
		return "its certificate isn't valid for this machine: name, dates, or an authority of one's own in SSL_CERT_FILE"
	}
	return "is it running, and may this machine connect to it?"
}

// checkClock compares our clock with the Date of an answer.
func checkClock(list *findings.List, answer http.Header, ours time.Time) {
	date, err := http.ParseTime(answer.Get("Date"))
	if err != nil {
		list.Unknown("clock", "compare it with a time server", "the gateway's answer has no Date")
		return
	}
	const mend = "let a time service set this machine's clock"
	switch apart := ours.Sub(date).Round(time.Second); {
	case apart.Abs() >= clockAtFault:
		list.Fail("clock", mend, "%v apart from the gateway's: tokens and deadlines are misjudged", apart)
	case apart.Abs() > clockAgrees:
		list.Warn("clock", mend, "%v apart from the gateway's", apart)
	default:
		list.Well("clock", "agrees with the gateway's within %v", clockAgrees)
	}
}

// checkStore wires the application as a start does, and waits until it shares
// with others.
func checkStore(ctx context.Context, list *findings.List, cfg config.Config) {
	if cfg.RedisURL.Reveal() == "" {
		list.Well("store", "none: one replica, or each keeps to a rate of its own")
		return
	}
	wired, err := newHandler(cfg, gateway{cfg.GatewayURL.String(), cfg.SessionKeys.Reveal()}, nil, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		list.Fail("store", "", "%v", err)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, checkPatience/2)
	defer cancel()
	defer func() { wired.Close(ctx) }()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for !wired.Upstream.Sharing() {
		select {
		case <-look.C:
		case <-ctx.Done():
			list.Fail("store", "is it running, are host, password and TLS in PAYAPP_REDIS_URL right, and does it answer within half a second?",
				"it doesn't answer: each replica would use a share of the rate")
			return
		}
	}
	list.Well("store", "it answers, and is written to")
}
