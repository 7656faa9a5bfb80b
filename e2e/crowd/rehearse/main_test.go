package main

import (
	"os"
	"strings"
	"testing"
)

// The runbook lists every act.
func TestTheRunbookListsEveryAct(t *testing.T) {
	runbook, err := os.ReadFile("../../../docs/runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range acts {
		if !strings.Contains(string(runbook), "\n| "+a.name+" | ") {
			t.Errorf("docs/runbook.md doesn't list %q", a.name)
		}
	}
}

func TestHurried(t *testing.T) {
	for rule, want := range map[string]string{
		"for: 1m": "for: 3s", "rate(x[5m]) > 1": "rate(x[15s]) > 1", "for: 1h": "for: 180s", "max_over_time(x[1d])": "max_over_time(x[3600s])", "le=\"5m\"": "le=\"5m\"",
	} {
		if got := hurried(rule); got != want {
			t.Errorf("%s: got %s, want %s", rule, got, want)
		}
	}
}
