//go:build !sandbox

package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/internal/config"
	"payapp/internal/findings"
	"payapp/sandbox"
)

func verdicts(list findings.List, name string) (all []findings.Verdict) {
	for _, f := range list {
		if f.Name == name {
			all = append(all, f.Verdict)
		}
	}
	return all
}

// keyOf is a session key of one letter's making that isn't guessable.
func keyOf(t *testing.T, salt string) string {
	t.Helper()
	return base64.StdEncoding.EncodeToString([]byte("R4nd0m?" + salt + "qwWzXmZ7#hf$eRtLp:(1!vbn"))
}

func TestCheckTLS(t *testing.T) {
	now := time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)
	for days, want := range map[int]findings.Verdict{13: findings.Warning, 15: findings.Well} {
		var list findings.List
		checkTLS(&list, &tls.ConnectionState{
			Version: tls.VersionTLS13, PeerCertificates: []*x509.Certificate{{NotAfter: now.AddDate(0, 0, days)}},
		}, now)
		if got := verdicts(list, "tls"); !slices.Equal(got, []findings.Verdict{want}) || !strings.Contains(list[0].Says, "2026-12-1") {
			t.Errorf("%d days: got %+v", days, list)
		}
	}
}

// The settings, the gateway, the clock and the keys of other replicas are
// looked at; replicas with another first key are a fault.
func TestCheck(t *testing.T) {
	box, err := sandbox.New(t.Context(), sandbox.Config{Calm: true, Rate: 1000, Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	gateway := httptest.NewServer(box.Handler())
	t.Cleanup(func() {
		gateway.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	settings := func(keys string) []string {
		return []string{"PAYAPP_GATEWAY_URL=" + gateway.URL, "PAYAPP_PUBLIC_URL=https://pay.example", "PAYAPP_TRUSTED_PROXIES=none", "PAYAPP_SESSION_KEYS=" + keys}
	}
	one, two := keyOf(t, "1"), keyOf(t, "2")
	running := startReplica(t, nil, settings(one+","+two)...)
	for _, c := range []struct {
		keys     string
		replicas []string
		want     findings.Verdict
	}{
		{one + "," + two, []string{running.admin}, findings.Well},
		{two + "," + one, []string{running.admin + "/"}, findings.Warning}, // a rotation
		{one, []string{running.admin}, findings.Warning},
		{keyOf(t, "3"), []string{running.admin}, findings.Fault},
		{two, []string{running.admin}, findings.Fault},                       // it seals with one
		{keyOf(t, "3") + "," + one, []string{running.admin}, findings.Fault}, // we would seal with three
		{one, nil, findings.Unknown},
		{one, []string{gateway.URL}, findings.Unknown}, // no admin port
	} {
		list := Check(t.Context(), settings(c.keys), c.replicas)
		if got := verdicts(list, "keys"); !slices.Equal(got, []findings.Verdict{c.want}) {
			t.Errorf("%s beside %s: got %v, want %s", c.keys, c.replicas, got, c.want)
		}
		for _, name := range []string{"gateway", "clock"} {
			if got := verdicts(list, name); !slices.Equal(got, []findings.Verdict{findings.Well}) {
				t.Errorf("%s: got %v in %v", name, got, list)
			}
		}
		for _, f := range list {
			if strings.Contains(f.Says+f.Mend, one) || strings.Contains(f.Says+f.Mend, two) {
				t.Errorf("a key is told: %+v", f)
			}
		}
	}
}

func TestCheckTellsEveryFault(t *testing.T) {
	list := Check(t.Context(), []string{"PAYAPP_GATEWAY_URL=http://gateway.example", "PAYAPP_SESSION_KEYS=short"}, nil)
	if len(list) != 4 || list.Faults() != 4 { // and the public address and a word of proxies are missing
		t.Errorf("got %+v", list)
	}
}

func TestCheckGateway(t *testing.T) {
	answers := func(status int, kind string) *httptest.Server {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Location", "https://gateway.example")
			w.WriteHeader(status)
		}))
		t.Cleanup(s.Close)
		return s
	}
	const gone = "http://127.0.0.1:1" // a port that is never assigned
	for address, want := range map[string]findings.Verdict{
		answers(401, "application/json").URL: findings.Well,
		answers(404, "text/html").URL:        findings.Warning,
		answers(302, "text/html").URL:        findings.Fault,
		answers(503, "application/json").URL: findings.Fault,
		gone:                                 findings.Fault,
	} {
		var list findings.List
		CheckGateway(t.Context(), &list, address, time.Now)
		if got := verdicts(list, "gateway"); !slices.Equal(got, []findings.Verdict{want}) {
			t.Errorf("got %+v, want %s", list, want)
		}
	}
}

func TestCheckClock(t *testing.T) {
	now := time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC)
	for apart, want := range map[time.Duration]findings.Verdict{
		0: findings.Well, -4 * time.Second: findings.Well, 20 * time.Second: findings.Warning, -5 * time.Minute: findings.Fault,
	} {
		var list findings.List
		checkClock(&list, http.Header{"Date": {now.Add(apart).Format(http.TimeFormat)}}, now)
		if list[0].Verdict != want {
			t.Errorf("%v apart: got %+v, want %s", apart, list, want)
		}
	}
	var list findings.List
	if checkClock(&list, http.Header{}, now); list[0].Verdict != findings.Unknown {
		t.Errorf("without a Date: got %+v", list)
	}
}

func TestCheckStoreThatIsGone(t *testing.T) {
	cfg, err := config.Load([]string{
		"PAYAPP_GATEWAY_URL=http://127.0.0.1:1", "PAYAPP_PUBLIC_URL=https://pay.example", "PAYAPP_TRUSTED_PROXIES=none", "PAYAPP_SESSION_KEYS=" + keyOf(t, "1"),
		"PAYAPP_REDIS_URL=redis://127.0.0.1:1",
	}, config.Build{Sandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	var list findings.List
	checkStore(ctx, &list, cfg)
	if got := verdicts(list, "store"); !slices.Equal(got, []findings.Verdict{findings.Fault}) {
		t.Errorf("got %+v", list)
	}
}
