package config

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Fault 44: an unsafe production configuration doesn't start, and reports all
// faults at once.
func TestFault44_EveryFaultAtOnce(t *testing.T) {
	faults := faultsOf(t, Build{Sandbox: true},
		"PAYAPP_GATEWAY_URL=http://api.gateway.example",
		"PAYAPP_SESSION_KEYS="+base64.StdEncoding.EncodeToString([]byte("short")),
		"PAYAPP_SANDBOX_CALM=true", "PAYAPP_SANDBOX_DB=:memory:",
		"PAYAPP_GATEWAY_RATE=x",
	)
	var got []string
	for _, f := range faults {
		got = append(got, f.Variable)
	}
	want := []string{"PAYAPP_PUBLIC_URL", "PAYAPP_TRUSTED_PROXIES", "PAYAPP_GATEWAY_URL", "PAYAPP_SESSION_KEYS", "PAYAPP_GATEWAY_RATE", "PAYAPP_SANDBOX_DB", "PAYAPP_SANDBOX_CALM"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, name := range want {
		if !strings.Contains(faults.Error(), "\n  "+name+": ") {
			t.Errorf("%s has no line of its own:\n%v", name, faults)
		}
	}
}

func TestFault44_EachAlone(t *testing.T) {
	without := func(name string) []string {
		var left []string
		for _, setting := range production() {
			if !strings.HasPrefix(setting, name+"=") {
				left = append(left, setting)
			}
		}
		return left
	}
	for _, c := range []struct {
		name    string
		environ []string
		build   Build
		at      string
	}{
		{"no public address", without("PAYAPP_PUBLIC_URL"), Build{Sandbox: true}, "PAYAPP_PUBLIC_URL"},
		{"public address http", append(without("PAYAPP_PUBLIC_URL"), "PAYAPP_PUBLIC_URL=http://pay.example.com"), Build{Sandbox: true}, "PAYAPP_PUBLIC_URL"},
		{"no word of a proxy", without("PAYAPP_TRUSTED_PROXIES"), Build{}, "PAYAPP_TRUSTED_PROXIES"},
		{"no keys", without("PAYAPP_SESSION_KEYS"), Build{}, "PAYAPP_SESSION_KEYS"},
		{"gateway http", append(without("PAYAPP_GATEWAY_URL"), "PAYAPP_GATEWAY_URL=http://10.0.0.1"), Build{}, "PAYAPP_GATEWAY_URL"},
		{"no gateway, no sandbox", without("PAYAPP_GATEWAY_URL"), Build{}, "PAYAPP_GATEWAY_URL"},
		{"sandbox setting", production("PAYAPP_SANDBOX_RATE=10"), Build{Sandbox: true}, "PAYAPP_SANDBOX_RATE"},
	} {
		if faults := faultsOf(t, c.build, c.environ...); len(faults) != 1 || faults[0].Variable != c.at {
			t.Errorf("%s: got %v", c.name, faults)
		}
	}
	for name, environ := range map[string][]string{
		"good":          production(),
		"on one's host": {"PAYAPP_GATEWAY_URL=http://127.0.0.1:8081", "PAYAPP_PUBLIC_URL=http://localhost:8080", "PAYAPP_SESSION_KEYS=" + key("x"), "PAYAPP_TRUSTED_PROXIES=none"},
	} {
		if faults := faultsOf(t, Build{}, environ...); faults != nil {
			t.Errorf("%s: %v", name, faults)
		}
	}
	if load(t, production()...).Site.AllowHTTP {
		t.Error("http is fine for returnUrl although nobody said so")
	}
}
