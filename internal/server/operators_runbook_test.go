//go:build !sandbox

package server

import (
	"regexp"
	"strings"
	"testing"
)

// inRunbook are the runbook's words in code that have a form.
func inRunbook(t *testing.T, form string) (found []string) {
	t.Helper()
	for _, match := range regexp.MustCompile(form).FindAllStringSubmatch(string(shipped(t, "../docs/runbook.md")), -1) {
		found = append(found, match[1])
	}
	if len(found) == 0 {
		t.Fatalf("the runbook has nothing of the form %s", form)
	}
	return found
}

// Whoever is on call is sent to metrics, alerts, settings and targets that exist. The
// runbook's queries are tested with those of alerts and dashboard.
func TestRunbookNamesWhatExists(t *testing.T) {
	metrics := described(t)
	for _, name := range inRunbook(t, `\b((?:payapp|go|process)_[a-z_]*[a-z])\b`) {
		if _, ok := metrics[name]; !ok {
			t.Errorf("there is no metric %s", name)
		}
	}
	rules := string(shipped(t, "prometheus/rules.yaml"))
	for _, name := range inRunbook(t, `\b(Payapp[A-Z]\w+)`) {
		if !strings.Contains(rules, "alert: "+name+"\n") && name != "PayappTrial" { // whose alert the runbook makes up
			t.Errorf("there is no alert %s", name)
		}
	}
	settings := string(shipped(t, "../README.md"))
	for _, name := range inRunbook(t, `\b(PAYAPP_[A-Z_]+)`) {
		if !strings.Contains(settings, "| `"+name+"` |") {
			t.Errorf("there is no setting %s", name)
		}
	}
	makefile := string(shipped(t, "../Makefile"))
	for _, name := range inRunbook(t, "`make ([a-z-]+)`") {
		if !strings.Contains(makefile, "\n"+name+":") {
			t.Errorf("there is no target %s", name)
		}
	}
}
