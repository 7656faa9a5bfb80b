//go:build !sandbox

package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.yaml.in/yaml/v3"

	"payapp/internal/config"
)

// described are all metrics by name, with their labels: also those that count
// nothing yet.
func described(t *testing.T) map[string][]string {
	t.Helper()
	cfg, err := config.Load([]string{
		"PAYAPP_GATEWAY_URL=http://127.0.0.1:1", "PAYAPP_PUBLIC_URL=https://pay.example", "PAYAPP_TRUSTED_PROXIES=none", "PAYAPP_SESSION_KEYS=" + keyOf(t, "1"),
		"PAYAPP_REDIS_URL=redis://127.0.0.1:1/0",
	}, config.Build{Sandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	registry := newMetrics()
	registerProcess(registry, cfg.SessionKeys.Reveal(), nil, &logLines{})
	handler, err := newHandler(cfg, gateway{cfg.GatewayURL.String(), cfg.SessionKeys.Reveal()}, nil, registry, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { handler.Close(t.Context()) })
	descriptions := make(chan *prometheus.Desc)
	go func() {
		registry.Describe(descriptions)
		close(descriptions)
	}()
	found := map[string][]string{"up": nil}
	form := regexp.MustCompile(`fqName: "(\w+)".*constLabels: \{(.*)\}, variableLabels: \{([^}]*)\}`)
	name := regexp.MustCompile(`(\w+)=`)
	for d := range descriptions {
		parts := form.FindStringSubmatch(d.String())
		if parts == nil {
			t.Fatalf("a description has another form: %s", d)
		}
		labels := strings.FieldsFunc(parts[3], func(r rune) bool { return r == ',' || r == ' ' })
		for _, label := range name.FindAllStringSubmatch(parts[2], -1) {
			labels = append(labels, label[1])
		}
		found[parts[1]] = append(found[parts[1]], labels...)
	}
	return found
}

// alert is a rule of Prometheus.
type alert struct {
	Alert, Expr         string
	Labels, Annotations map[string]string
}

func alerts(t *testing.T) (all []alert) {
	t.Helper()
	var file struct{ Groups []struct{ Rules []alert } }
	decode(t, "prometheus/rules.yaml", yaml.Unmarshal, &file)
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	if len(all) < 20 {
		t.Fatalf("only %d alerts were found", len(all))
	}
	return all
}

func decode(t *testing.T, name string, unmarshal func([]byte, any) error, into any) {
	t.Helper()
	if err := unmarshal(shipped(t, name), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// shipped is a file of the folder deploy.
func shipped(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// queries are those of alerts, dashboard and runbook, by where they stand.
func queries(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, a := range alerts(t) {
		all["alert "+a.Alert] = a.Expr
	}
	type target struct{ Expr string }
	var board struct {
		Panels []struct {
			Title, Description, Type string
			Targets                  []target
		}
		Annotations struct{ List []target }
	}
	decode(t, "grafana/payapp.json", json.Unmarshal, &board)
	for _, panel := range board.Panels {
		if panel.Type != "row" && (panel.Description == "" || len(panel.Targets) == 0) {
			t.Errorf("the panel %q has no description or no query", panel.Title)
		}
		for i, target := range panel.Targets {
			all[fmt.Sprintf("panel %s %d", panel.Title, i+1)] = target.Expr
		}
	}
	all["annotation"] = board.Annotations.List[0].Expr
	for _, query := range inRunbook(t, "`((?:sum|count) by [^`]*)`") {
		all["runbook "+query] = query
	}
	if len(all) < 50 {
		t.Errorf("only %d queries were found", len(all))
	}
	return all
}

var (
	queryMetric  = regexp.MustCompile(`\b((?:payapp|process|go|probe|alertmanager|haproxy|nginx)_[a-z_]+|up\b)(?:\{([^}]*)\})?`)
	queryMatcher = regexp.MustCompile(`(\w+)\s*[=!]~?`)
	queryBy      = regexp.MustCompile(`\b(?:by|on)\s*\(([^)]*)\)`)
	histogram    = regexp.MustCompile(`_(bucket|sum|count)$`)
)

// Alerts, dashboard and runbook ask for metrics and labels that exist.
func TestQueriesAskForWhatExists(t *testing.T) {
	metrics := described(t)
	always := []string{"job", "instance", "le"} // Prometheus' own
	for _, name := range []string{"probe_success", "probe_ssl_earliest_cert_expiry", "alertmanager_notifications_failed_total"} {
		metrics[name] = nil // of the blackbox exporter and of Alertmanager
	}
	for _, name := range []string{"requests_denied", "http_requests", "http_responses"} {
		metrics["haproxy_frontend_"+name+"_total"] = []string{"proxy", "code"} // deploy/proxy_test.go asks for them
	}
	metrics["nginx_ingress_controller_requests"] = []string{"ingress", "status"}
	for where, query := range queries(t) {
		known := slices.Clone(always)
		asked := queryMetric.FindAllStringSubmatch(query, -1)
		if len(asked) == 0 {
			t.Errorf("%s asks for no metric: %s", where, query)
		}
		for _, m := range asked {
			labels, ok := metrics[m[1]]
			if !ok {
				labels, ok = metrics[histogram.ReplaceAllString(m[1], "")]
			}
			if !ok {
				t.Errorf("%s asks for %s, which isn't there", where, m[1])
			}
			known = append(known, labels...)
			for _, matcher := range queryMatcher.FindAllStringSubmatch(m[2], -1) {
				if !slices.Contains(labels, matcher[1]) && !slices.Contains(always, matcher[1]) {
					t.Errorf("%s: %s has no label %s", where, m[1], matcher[1])
				}
			}
		}
		for _, by := range queryBy.FindAllStringSubmatch(query, -1) {
			for label := range strings.SplitSeq(by[1], ",") {
				if !slices.Contains(known, strings.TrimSpace(label)) {
					t.Errorf("%s: nothing in it has the label %s", where, label)
				}
			}
		}
	}
}

// Prometheus' own tool accepts every query and its configuration, and each alert
// fires in a test when it should, and not otherwise.
func TestPromtoolAcceptsTheRules(t *testing.T) {
	promtool := func(args ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), "promtool", args...)
		command.Dir = "../../deploy/prometheus"
		if out, err := command.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v (make setup installs it)\n%s", args, err, out)
		}
	}
	type rule struct {
		Record string `yaml:"record"`
		Expr   string `yaml:"expr"`
	}
	var rules []rule
	for _, query := range queries(t) {
		rules = append(rules, rule{fmt.Sprintf("query:%d", len(rules)), strings.ReplaceAll(query, "$__rate_interval", "5m")})
	}
	group := map[string]any{"groups": []any{map[string]any{"name": "all", "rules": rules}}}
	text, err := yaml.Marshal(group)
	if err != nil {
		t.Fatal(err)
	}
	asRules := filepath.Join(t.TempDir(), "queries.yaml")
	if err := os.WriteFile(asRules, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"prometheus.yaml", "rules_test.yaml"} {
		shipped(t, "prometheus/"+name) // so that Go's cache knows that this test depends on it
	}
	promtool("check", "config", "prometheus.yaml")
	promtool("check", "rules", asRules)
	promtool("test", "rules", "rules_test.yaml")
}

// Each alert says how urgent it is, has tests of both kinds, and a place in the
// runbook that tells what to do.
func TestEachAlertHasItsTestAndItsParagraph(t *testing.T) {
	tests, runbook := string(shipped(t, "prometheus/rules_test.yaml")), string(shipped(t, "../docs/runbook.md"))
	for _, a := range alerts(t) {
		for _, kind := range []string{"fires", "stays quiet"} {
			if !strings.Contains(tests, "- name: "+a.Alert+" "+kind+"\n") {
				t.Errorf("%s has no test that it %s", a.Alert, kind)
			}
		}
		if got, want := a.Annotations["runbook"], "docs/runbook.md#"+strings.ToLower(a.Alert); got != want || a.Annotations["summary"] == "" {
			t.Errorf("%s: got the runbook %q, want %q", a.Alert, got, want)
		}
		if !slices.Contains([]string{"page", "ticket"}, a.Labels["severity"]) {
			t.Errorf("%s has the severity %q", a.Alert, a.Labels["severity"])
		}
		_, paragraph, found := strings.Cut(runbook, "\n### "+a.Alert+"\n")
		paragraph, _, _ = strings.Cut(paragraph, "\n#")
		if !found || len(strings.Fields(paragraph)) < 15 {
			t.Errorf("docs/runbook.md says nothing of %s", a.Alert)
		}
	}
	for _, heading := range regexp.MustCompile(`(?m)^### (Payapp\w+)$`).FindAllStringSubmatch(runbook, -1) {
		if !bytes.Contains(shipped(t, "prometheus/rules.yaml"), []byte("alert: "+heading[1]+"\n")) {
			t.Errorf("docs/runbook.md has %s, which is no alert", heading[1])
		}
	}
}
