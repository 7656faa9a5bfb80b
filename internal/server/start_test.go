//go:build !sandbox

package server

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/config"
)

// One line at the start says what begins: build, settings, keys by their
// fingerprints; and a metric says the same of build and keys.
func TestTheStartIsTold(t *testing.T) {
	key := keyOf(t, "1")
	cfg, err := config.Load([]string{
		"PAYAPP_GATEWAY_URL=https://gateway.example", "PAYAPP_PUBLIC_URL=https://pay.example", "PAYAPP_TRUSTED_PROXIES=none", "PAYAPP_SESSION_KEYS=2026-11-23:" + key, "PAYAPP_NONSENSE=1",
	}, config.Build{Sandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logStart(cfg, cfg.SessionKeys.Reveal(), false, 1024, slog.New(slog.NewJSONHandler(&log, nil)))
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], "PAYAPP_NONSENSE") || !strings.Contains(lines[1], `"limit":1024`) {
		t.Fatalf("got %s", &log)
	}
	var start struct {
		Msg, Version, Commit, Go string
		Keys                     []string
		Settings                 map[string]string
	}
	if err := json.Unmarshal([]byte(lines[2]), &start); err != nil {
		t.Fatal(err)
	}
	fingerprint := config.Fingerprints(cfg.SessionKeys.Reveal())[0]
	if start.Msg != "start" || start.Commit == "" || start.Version == "" || start.Go == "" || len(start.Keys) != 1 || start.Keys[0] != fingerprint {
		t.Errorf("got %s", lines[2])
	}
	if start.Settings["PAYAPP_GATEWAY_URL"] != "https://gateway.example" || strings.Contains(log.String(), key) {
		t.Errorf("got %s", lines[2])
	}
	log.Reset()
	logStart(cfg, nil, false, 1<<20, slog.New(slog.NewTextHandler(&log, nil)))
	if strings.Contains(log.String(), "msg=start") {
		t.Errorf("on a terminal the banner is enough, got %s", &log)
	}

	metrics := newMetrics()
	registerProcess(metrics, cfg.SessionKeys.Reveal(), cfg.SessionKeys.Made, &logLines{})
	if got := gauge(metrics, "payapp_build_info") + gauge(metrics, "payapp_session_key_info"); got != 2 {
		t.Errorf("build and keys are %v in the metrics", got)
	}
	if got := gauge(metrics, "payapp_session_key_made_timestamp_seconds"); got != float64(time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC).Unix()) {
		t.Errorf("the key was made at %v", got)
	}
}

// A gateway's word can't turn a line around or end it, in either format.
func TestHiddenCharactersAreSeen(t *testing.T) {
	for _, format := range []config.LogFormat{config.LogJSON, config.LogText} {
		var out bytes.Buffer
		log, lines := newLogger(config.Config{LogFormat: format, LogLevel: "info"}, &out)
		log.Info("payment changed", "word", "PAID\u202eDIAP\n\x00\u0085")
		lines.close()
		line := out.String()
		if strings.ContainsAny(line, "\u202e\x00\u0085") || !strings.Contains(line, "PAID<U+202E>DIAP") || strings.Count(line, "\n") != 1 {
			t.Errorf("%s: got %q", format, line)
		}
	}
}

// gauge is a metric without labels; 0 if it isn't there.
func gauge(metrics prometheus.Gatherer, name string) float64 {
	families, err := metrics.Gather()
	if err != nil {
		return 0
	}
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetGauge().GetValue()
		}
	}
	return 0
}
