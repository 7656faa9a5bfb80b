package manifests

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// podMonitor and probe are what is looked at of Prometheus Operator's resources;
// `make lint` compares all of them with their definitions.
type podMonitor struct {
	Spec struct {
		JobLabel            string
		Selector            struct{ MatchLabels map[string]string }
		PodMetricsEndpoints []struct{ Port string }
	}
}

type probe struct {
	Spec struct {
		JobName, Module string
		Prober          struct{ URL string }
		Targets         struct{ StaticConfig struct{ Static []string } }
	}
}

func kustomize(t *testing.T, folder string) resmap.ResMap {
	t.Helper()
	all, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// only decodes the only one of its kind.
func only(t *testing.T, all resmap.ResMap, kind string, into any, decode func([]byte, any) []error) {
	t.Helper()
	found := 0
	for _, r := range all.Resources() {
		if r.GetKind() != kind {
			continue
		}
		found++
		text, err := r.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range decode(text, into) {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if found != 1 {
		t.Errorf("%d of %s", found, kind)
	}
}

// loosely decodes what is looked at alone.
func loosely(text []byte, into any) []error {
	if err := yaml.Unmarshal(text, into); err != nil {
		return []error{err}
	}
	return nil
}

// The alerts find the replicas by the job that they ask for.
func TestReplicasAreWatchedAsTheAlertsExpect(t *testing.T) {
	rules, err := os.ReadFile("../prometheus/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var monitor podMonitor
	only(t, kustomize(t, "../kubernetes/monitoring"), "PodMonitor", &monitor, loosely)
	pods := build(t).deployment.Spec.Template
	for key, value := range monitor.Spec.Selector.MatchLabels {
		if pods.Labels[key] != value {
			t.Errorf("it selects %s=%s, which the pods haven't", key, value)
		}
	}
	if job := fmt.Sprintf("job=%q", pods.Labels[monitor.Spec.JobLabel]); !strings.Contains(string(rules), "up{"+job+"}") {
		t.Errorf("the alerts don't ask for %s", job)
	}
	port := monitor.Spec.PodMetricsEndpoints[0].Port
	if c := pods.Spec.Containers[0]; len(monitor.Spec.Selector.MatchLabels) == 0 || c.Ports[1].Name != port || c.Ports[1].ContainerPort != 9090 {
		t.Errorf("the port %s is asked of %v", port, monitor.Spec.Selector)
	}
}

// Somebody asks for pages from outside, as the alerts expect.
func TestPagesAreAskedForFromOutside(t *testing.T) {
	rules, err := os.ReadFile("../prometheus/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := kustomize(t, "../kubernetes/monitoring")
	var (
		outside    probe
		service    core.Service
		deployment apps.Deployment
		settings   core.ConfigMap
	)
	only(t, all, "Probe", &outside, loosely)
	only(t, all, "Service", &service, decode)
	only(t, all, "Deployment", &deployment, decode)
	only(t, all, "ConfigMap", &settings, decode)
	if want := fmt.Sprintf("probe_success{job=%q}", outside.Spec.JobName); !strings.Contains(string(rules), want) {
		t.Errorf("the alerts don't ask for %s", want)
	}
	if want := fmt.Sprintf("%s.%s.svc:%d", service.Name, service.Namespace, service.Spec.Ports[0].Port); outside.Spec.Prober.URL != want {
		t.Errorf("it asks %s, and the service is %s", outside.Spec.Prober.URL, want)
	}
	pod := deployment.Spec.Template
	if !maps.Equal(service.Spec.Selector, pod.Labels) || !maps.Equal(deployment.Spec.Selector.MatchLabels, pod.Labels) {
		t.Errorf("the selectors are %v and %v", service.Spec.Selector, deployment.Spec.Selector)
	}
	if !strings.Contains(settings.Data["blackbox.yaml"], "\n  "+outside.Spec.Module+":\n") || pod.Spec.Volumes[0].ConfigMap.Name != settings.Name {
		t.Errorf("the module %s isn't in %v", outside.Spec.Module, settings.Data)
	}
	if got, want := outside.Spec.Targets.StaticConfig.Static[0], build(t).settings.Data["PAYAPP_PUBLIC_URL"]+"/"; got != want {
		t.Errorf("it asks for %s, and customers for %s", got, want)
	}
	if c := pod.Spec.Containers[0]; !*pod.Spec.SecurityContext.RunAsNonRoot || !*c.SecurityContext.ReadOnlyRootFilesystem ||
		*c.SecurityContext.AllowPrivilegeEscalation || c.SecurityContext.Capabilities.Drop[0] != "ALL" || c.Resources.Limits.Memory().IsZero() {
		t.Errorf("it may do more than it needs: %+v", c)
	}
}

// The ingress controller's settings are ones that are added to its own.
func TestIngressController(t *testing.T) {
	var settings core.ConfigMap
	only(t, kustomize(t, "../kubernetes/ingress-nginx"), "ConfigMap", &settings, decode)
	if settings.Name != "ingress-nginx-controller" || settings.Namespace != "ingress-nginx" || strings.ContainsAny(settings.Data["log-format-upstream"], "\n'") {
		t.Errorf("got %+v", settings)
	}
}
