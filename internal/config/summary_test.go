package config

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
)

// The summary has each setting that has a value, and no secret.
func TestSummary(t *testing.T) {
	c := load(t, production("PAYAPP_REDIS_URL=redis://:hush@redis", "PAYAPP_TRUSTED_PROXIES=10.0.0.0/8,127.0.0.1")...)
	var line bytes.Buffer
	slog.New(slog.NewJSONHandler(&line, nil)).Info("x", "settings", c.Summary())
	var said struct{ Settings map[string]string }
	if err := json.Unmarshal(line.Bytes(), &said); err != nil {
		t.Fatal(err)
	}
	prints := Fingerprints(c.SessionKeys.Reveal())
	for name, want := range map[string]string{
		"PAYAPP_REDIS_URL": hidden, "PAYAPP_TRUSTED_PROXIES": "10.0.0.0/8 127.0.0.1/32", "PAYAPP_SESSION_KEYS": strings.Join(prints, ","),
		"PAYAPP_GATEWAY_URL": c.GatewayURL.String(), "PAYAPP_GATEWAY_RATE": "10", "PAYAPP_CALLBACK_RELAY": "false", "PAYAPP_DRAIN_DELAY": "5s",
	} {
		if said.Settings[name] != want {
			t.Errorf("%s: got %q, want %q", name, said.Settings[name], want)
		}
	}
	if _, there := said.Settings["PAYAPP_CATALOGUE"]; there || strings.Contains(line.String(), "hush") {
		t.Errorf("got %s", &line)
	}
}

func TestFingerprints(t *testing.T) {
	one, other := []byte(strings.Repeat("a", 32)), []byte(strings.Repeat("b", 32))
	got := Fingerprints([][]byte{one, other, one})
	if len(got) != 3 || got[0] != got[2] || got[0] == got[1] || len(got[0]) != 12 {
		t.Errorf("got %q", got)
	}
}
