package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The runbook lists every act.
func TestTheRunbookListsEveryAct(t *testing.T) {
	runbook, err := os.ReadFile("../../docs/runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range acts {
		if !strings.Contains(string(runbook), "\n| "+a.name+" | ") {
			t.Errorf("docs/runbook.md doesn't list %q", a.name)
		}
	}
}

// What follows an order is tried as the runbook prints it, on logs as they are:
// with other programs' lines, and with lines that were cut off.
func TestFollowOneOrder(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"1.log": `payapp is ready.
{"time":"2026-11-23T14:20:30.1Z","level":"INFO","msg":"payment changed","order":"A-1","ref":"r","callback_ref":"c","merchant":"DEMO","to":"success"}
{"time":"2026-11-23T14:20:31.1Z","level":"INFO","msg":"payment opened","order":"A-12","ref":"r"}
{"time":"2026-11-23T14:20:32.1Z","level":"INFO","msg":"start"}
{"time":"2026-11-23T14:20:33.1Z","level":"INFO","msg":"cut off","order":"A-1
`,
		"2.log": `127.0.0.1 [23/Nov/2026:14:20:23.291] pages~ payapp/one 0/0/0/3/3 303 2548 ---- GET / HTTP/2.0
42
"A-1"
null
["A-1"]
{"time":"2026-11-23T14:20:29.1Z","level":"INFO","msg":"payment opened","order":"A-1","ref":"r","support_code":"ABCD"}
`,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := followOrder(t.Context(), "../../"+runbookFile, folder, "A-1")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`2026-11-23T14:20:29.1Z payment opened {"support_code":"ABCD"}`,
		`2026-11-23T14:20:30.1Z payment changed {"merchant":"DEMO","to":"success"}`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHurried(t *testing.T) {
	for rule, want := range map[string]string{
		"for: 1m": "for: 3s", "rate(x[5m]) > 1": "rate(x[15s]) > 1", "for: 1h": "for: 180s", "le=\"5m\"": "le=\"5m\"",
	} {
		if got := hurried(rule); got != want {
			t.Errorf("%s: got %s, want %s", rule, got, want)
		}
	}
}

// The rehearsal's Alertmanager and Prometheus have what is shipped, with other
// addresses and shorter waits.
func TestHurriedConfigurations(t *testing.T) {
	shipped := func(name string) string {
		t.Helper()
		text, err := os.ReadFile("../../deploy/prometheus/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	routes := hurriedRoutes(shipped("alertmanager.yaml"), "http://127.0.0.1:1")
	for _, want := range []string{"group_wait: 1500ms", "group_wait: 500ms", "repeat_interval: 180000ms", "url: http://127.0.0.1:1/page/\n", "url: http://127.0.0.1:1/ticket/\n"} {
		if !strings.Contains(routes, want) {
			t.Errorf("no %q in\n%s", want, routes)
		}
	}
	watch := hurriedWatch(shipped("prometheus.yaml"), strings.NewReplacer("alertmanager:9093", "127.0.0.1:2"))
	if strings.Contains(watch, "15s") || !strings.Contains(watch, `["127.0.0.1:2"]`) {
		t.Errorf("got\n%s", watch)
	}
}
