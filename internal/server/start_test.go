package server

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"payapp/internal/config"
)

// One line at the start says what begins: build, settings, keys by their
// fingerprints; and a metric says the same of build and keys.
func TestTheStartIsTold(t *testing.T) {
	key := keyOf(t, "1")
	cfg, err := config.Load([]string{
		"PAYAPP_GATEWAY_URL=https://gateway.example", "PAYAPP_PUBLIC_URL=https://pay.example", "PAYAPP_SESSION_KEYS=" + key, "PAYAPP_NONSENSE=1",
	}, config.Build{Sandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	logStart(cfg, cfg.SessionKeys.Reveal(), 1024, slog.New(slog.NewJSONHandler(&log, nil)))
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
	logStart(cfg, nil, 1<<20, slog.New(slog.NewTextHandler(&log, nil)))
	if strings.Contains(log.String(), "msg=start") {
		t.Errorf("on a terminal the banner is enough, got %s", &log)
	}

	metrics := newMetrics()
	registerIdentity(metrics, cfg.SessionKeys.Reveal())
	if got := gauge(metrics, "payapp_build_info") + gauge(metrics, "payapp_session_key_info"); got != 2 {
		t.Errorf("build and keys are %v in the metrics", got)
	}
}
