package manifests

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

func load(t *testing.T) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{"../compose.yaml"}, cli.WithProfiles([]string{"sandbox"}), cli.WithEnv([]string{
		"PAYAPP_GATEWAY_URL=https://gateway.internal:8444", "PAYAPP_PUBLIC_URL=https://localhost:8443",
	}))
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// Compose's own loader reads the file: names, types and references are right.
func TestCompose(t *testing.T) {
	project := load(t)
	for _, name := range []string{"payapp-1", "payapp-2", "store", "proxy", "prometheus", "outside", "alertmanager", "grafana", "sandbox"} {
		service, err := project.GetService(name)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, volume := range service.Volumes {
			if _, err := os.Stat(volume.Source); err != nil && !strings.Contains(volume.Source, "/secrets/") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.HasPrefix(name, "payapp") && !slices.Contains(service.HealthCheck.Test, "--ready") {
			t.Errorf("%s is healthy before it accepts work: %q", name, service.HealthCheck.Test)
		}
		if service.Build == nil && (!strings.Contains(service.Image, ":") || strings.HasSuffix(service.Image, ":latest")) {
			t.Errorf("%s: %s isn't pinned", name, service.Image)
		}
		if service.MemLimit == 0 {
			t.Errorf("%s may take all memory, and another is ended for it", name)
		}
		if strings.HasPrefix(name, "payapp") && (!service.ReadOnly || len(service.CapDrop) != 1 || service.HealthCheck == nil || service.StopGracePeriod == nil) {
			t.Errorf("%s may do more than it needs", name)
		}
	}
	dockerfile, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"payapp-1", "sandbox"} {
		service, _ := project.GetService(name)
		if !strings.Contains(string(dockerfile), " AS "+service.Build.Target+"\n") {
			t.Errorf("%s is built to %s, which the Dockerfile hasn't", name, service.Build.Target)
		}
	}
}

// It isn't started without the addresses that must be given.
func TestComposeAsksForAddresses(t *testing.T) {
	options, err := cli.NewProjectOptions([]string{"../compose.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := options.LoadProject(t.Context()); err == nil || !strings.Contains(err.Error(), "PAYAPP_") {
		t.Errorf("got %v", err)
	}
}

// Prometheus finds who asks from outside and who is told, at the ports where they
// listen, and asks through the proxy by a name that its certificate has.
func TestComposeWakesSomebody(t *testing.T) {
	project := load(t)
	text, err := os.ReadFile("../prometheus/prometheus.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for service, listens := range map[string]string{"alertmanager": "9093", "outside": "9115", "proxy": "8405"} {
		if _, err := project.GetService(service); err != nil || !strings.Contains(string(text), service+":"+listens) {
			t.Errorf("Prometheus doesn't ask %s: %v", service, err)
		}
	}
	proxy, err := project.GetService("proxy")
	if err != nil {
		t.Fatal(err)
	}
	for _, alias := range proxy.Networks["inside"].Aliases {
		if strings.Contains(string(text), "https://"+alias+":8443/") {
			return
		}
	}
	t.Error("nobody asks for a page through the proxy")
}
