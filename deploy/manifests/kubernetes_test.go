package manifests

import (
	"bytes"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// built is what `kubectl apply -k` would send, decoded strictly: a field that the
// API doesn't have is an error.
type built struct {
	deployment apps.Deployment
	service    core.Service
	settings   core.ConfigMap
	namespace  core.Namespace
	ingress    networking.Ingress
	network    networking.NetworkPolicy
	disruption policy.PodDisruptionBudget
	autoscaler autoscaling.HorizontalPodAutoscaler
}

func build(t *testing.T) *built {
	t.Helper()
	all := kustomize(t, "../kubernetes")
	b := &built{}
	into := map[string]any{
		"apps/v1 Deployment": &b.deployment, "v1 Service": &b.service, "v1 ConfigMap": &b.settings, "v1 Namespace": &b.namespace,
		"networking.k8s.io/v1 Ingress": &b.ingress, "networking.k8s.io/v1 NetworkPolicy": &b.network,
		"policy/v1 PodDisruptionBudget": &b.disruption, "autoscaling/v2 HorizontalPodAutoscaler": &b.autoscaler,
	}
	for _, resource := range all.Resources() {
		text, err := resource.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		kind := resource.GetApiVersion() + " " + resource.GetKind()
		if into[kind] == nil {
			t.Fatalf("%s isn't looked at", kind)
		}
		for _, err := range decode(text, into[kind]) {
			t.Errorf("%s: %v", kind, err)
		}
		delete(into, kind)
	}
	for kind := range into {
		t.Errorf("%s is missing", kind)
	}
	return b
}

// decode is as strict as the API's server: unknown fields, fields twice and names
// in another case are errors.
func decode(text []byte, into any) []error {
	asJSON, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return []error{err}
	}
	faults, err := json.UnmarshalStrict(asJSON, into)
	if err != nil {
		return append(faults, err)
	}
	return faults
}

func TestStrictMeansStrict(t *testing.T) {
	for _, wrong := range []string{"spec: {replicaCount: 2}", "spec: {Replicas: 2}", "spec: {replicas: 2, replicas: 3}", "spec: {replicas: two}"} {
		if faults := decode([]byte(wrong), &apps.Deployment{}); len(faults) == 0 {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

func TestKubernetes(t *testing.T) {
	b := build(t)
	pod := b.deployment.Spec.Template.Spec
	c := pod.Containers[0]
	// Everything that selects finds these pods.
	for what, selector := range map[string]map[string]string{
		"the deployment": b.deployment.Spec.Selector.MatchLabels, "the service": b.service.Spec.Selector,
		"the budget": b.disruption.Spec.Selector.MatchLabels, "the network's policy": b.network.Spec.PodSelector.MatchLabels,
	} {
		if len(selector) == 0 {
			t.Errorf("%s selects everything", what)
		}
		for key, value := range selector {
			if b.deployment.Spec.Template.Labels[key] != value {
				t.Errorf("%s selects %s=%s, which the pods haven't", what, key, value)
			}
		}
	}
	ports := map[string]int32{}
	for _, port := range c.Ports {
		ports[port.Name] = port.ContainerPort
	}
	for what, name := range map[string]string{
		"readiness": c.ReadinessProbe.HTTPGet.Port.StrVal, "liveness": c.LivenessProbe.HTTPGet.Port.StrVal, "start": c.StartupProbe.HTTPGet.Port.StrVal,
		"the service": b.service.Spec.Ports[0].TargetPort.StrVal, "customers": b.network.Spec.Ingress[0].Ports[0].Port.StrVal, "Prometheus": b.network.Spec.Ingress[1].Ports[0].Port.StrVal,
	} {
		if ports[name] == 0 {
			t.Errorf("%s: the container has no port %q", what, name)
		}
	}
	if got := b.ingress.Spec.Rules[0].HTTP.Paths[0].Backend.Service; got.Name != b.service.Name || got.Port.Name != b.service.Spec.Ports[0].Name {
		t.Errorf("the ingress leads to %+v", got)
	}
	if ref := b.autoscaler.Spec.ScaleTargetRef; ref.Kind != "Deployment" || ref.Name != b.deployment.Name || *b.autoscaler.Spec.MinReplicas < 2 {
		t.Errorf("the autoscaler scales %+v", ref)
	}
	if b.autoscaler.Spec.Metrics[0].Pods.Metric.Name != "payapp_streams_open" {
		t.Error("it doesn't scale by streams")
	}
	if policy := b.service.Spec.IPFamilyPolicy; policy == nil || *policy != core.IPFamilyPolicyPreferDualStack {
		t.Error("customers come by one family of addresses alone")
	}
	if c.LivenessProbe.HTTPGet.Path != "/healthz" || c.ReadinessProbe.HTTPGet.Path != "/readyz" {
		t.Error("a probe asks for something else")
	}
	// One that is held back stays unready, and isn't started again and again.
	if c.StartupProbe.HTTPGet.Path != "/healthz" {
		t.Error("a replica that isn't ready is restarted")
	}
	if b.settings.Data["PAYAPP_ADMIN_ADDR"] != ":9090" || ports["admin"] != 9090 || ports["pages"] != 8080 {
		t.Errorf("the ports are %v", ports)
	}
}

// Nothing runs as root, writes to its image, or may become more.
func TestKubernetesPodsAreRestricted(t *testing.T) {
	pod := build(t).deployment.Spec.Template.Spec
	c := pod.Containers[0]
	s := c.SecurityContext
	if !*pod.SecurityContext.RunAsNonRoot || *pod.SecurityContext.RunAsUser != 65532 || *pod.AutomountServiceAccountToken ||
		pod.SecurityContext.SeccompProfile.Type != core.SeccompProfileTypeRuntimeDefault {
		t.Errorf("the pod: got %+v", pod.SecurityContext)
	}
	if !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || len(s.Capabilities.Drop) != 1 || s.Capabilities.Drop[0] != "ALL" {
		t.Errorf("the container: got %+v", s)
	}
	if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() {
		t.Error("it has no limits")
	}
	if pod.TerminationGracePeriodSeconds == nil || *pod.TerminationGracePeriodSeconds < 10+25 {
		t.Error("requests under way are cut off")
	}
	for _, e := range c.Env {
		if !strings.HasSuffix(e.Name, "_FILE") && e.Name != "GOMEMLIMIT" {
			t.Errorf("%s: a secret in the environment", e.Name)
		}
	}
	if c.Image != "registry.example/payapp:v1.0.0" || bytes.Contains([]byte(c.Image), []byte("latest")) {
		t.Errorf("the image is %s", c.Image)
	}
}

// Slow bodies stay in the ingress, as in the other proxies, and in its memory.
func TestIngressKeepsUnreadBodies(t *testing.T) {
	set := build(t).ingress.Annotations
	for name, want := range map[string]string{"proxy-request-buffering": "on", "client-body-buffer-size": "128k", "proxy-body-size": "128k"} {
		if got := set["nginx.ingress.kubernetes.io/"+name]; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
