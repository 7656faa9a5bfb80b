//go:build !sandbox

package server

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// Prometheus Operator gets the alerts that everybody gets.
func TestKubernetesHasTheAlerts(t *testing.T) {
	var rules map[string]any
	decode(t, "prometheus/rules.yaml", yaml.Unmarshal, &rules)
	var resource struct {
		Kind string
		Spec map[string]any
	}
	decode(t, "kubernetes/monitoring/rules.yaml", yaml.Unmarshal, &resource)
	if resource.Kind != "PrometheusRule" || !reflect.DeepEqual(resource.Spec, rules) {
		t.Error("deploy/kubernetes/monitoring/rules.yaml is stale: go generate ./deploy")
	}
}

// Alertmanager's own tool accepts its configuration, which sends what wakes somebody
// up elsewhere than what can wait. The blackbox exporter accepts what it asks for.
func TestAlertsFindTheirReceivers(t *testing.T) {
	shipped(t, "prometheus/alertmanager.yaml") // so that Go's cache knows that this test depends on it
	shipped(t, "kubernetes/monitoring/blackbox.yaml")
	run := func(program string, args ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), program, args...)
		command.Dir = "../../deploy"
		var faults strings.Builder
		command.Stderr = &faults
		out, err := command.Output()
		if err != nil {
			t.Errorf("%s %v: %v (make setup installs it)\n%s", program, args, err, faults.String())
		}
		return strings.TrimSpace(string(out))
	}
	run("amtool", "check-config", "prometheus/alertmanager.yaml")
	for _, severity := range []string{"page", "ticket"} {
		if got := run("amtool", "config", "routes", "test", "--config.file=prometheus/alertmanager.yaml", "severity="+severity); got != severity {
			t.Errorf("severity %s goes to %s", severity, got)
		}
	}
	run("prometheus-blackbox-exporter", "--config.check", "--config.file=kubernetes/monitoring/blackbox.yaml")
}

// A Prometheus in Kubernetes without Operator finds the same jobs as one beside
// compose, but for Alertmanager and the proxy, which aren't ours there. Debian's promtool is built without Kubernetes' discovery, which is left
// out here.
func TestPrometheusInKubernetes(t *testing.T) {
	const discovery = "kubernetes_sd_configs:\n      - role: pod\n        namespaces: {names: [payapp]}\n"
	text := string(shipped(t, "prometheus/kubernetes.yaml"))
	if strings.Count(text, discovery) != 1 {
		t.Fatalf("no discovery in\n%s", text)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"kubernetes.yaml": strings.Replace(text, discovery, "static_configs: [{targets: [payapp]}]\n", 1), "rules.yaml": string(shipped(t, "prometheus/rules.yaml")),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "promtool", "check", "config", filepath.Join(folder, "kubernetes.yaml")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	type job struct {
		JobName string `yaml:"job_name"`
	}
	type jobs struct {
		ScrapeConfigs []job `yaml:"scrape_configs"`
	}
	var here, there jobs
	decode(t, "prometheus/prometheus.yaml", yaml.Unmarshal, &here)
	decode(t, "prometheus/kubernetes.yaml", yaml.Unmarshal, &there)
	here.ScrapeConfigs = slices.DeleteFunc(here.ScrapeConfigs, func(j job) bool { return j.JobName == "payapp-alertmanager" || j.JobName == "payapp-proxy" })
	if len(here.ScrapeConfigs) != 2 || !reflect.DeepEqual(here, there) {
		t.Errorf("got the jobs %v here, %v there", here, there)
	}
}
