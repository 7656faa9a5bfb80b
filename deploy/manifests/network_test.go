package manifests

import (
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"testing"

	core "k8s.io/api/core/v1"

	networking "k8s.io/api/networking/v1"
)

// What replicas may be set to use gets through the network's policy.
func TestNetworkPolicyLetsThrough(t *testing.T) {
	b := build(t)
	anywhere, replicas := map[string]bool{}, map[string]bool{}
	isReplica := func(peers []networking.NetworkPolicyPeer) bool {
		return len(peers) == 1 && peers[0].NamespaceSelector == nil && peers[0].PodSelector != nil &&
			maps.Equal(peers[0].PodSelector.MatchLabels, b.deployment.Spec.Selector.MatchLabels)
	}
	for _, rule := range b.network.Spec.Egress {
		for _, port := range rule.Ports {
			if len(rule.To) == 0 {
				anywhere[port.Port.String()] = true
			}
			if isReplica(rule.To) {
				replicas[port.Port.String()] = true
			}
		}
	}
	for what, port := range map[string]string{"the gateway": "443", "the store": "6379", "Sentinel": "26379", "traces": "4318"} {
		if !anywhere[port] {
			t.Errorf("%s, port %s, isn't let through", what, port)
		}
	}
	in := false
	for _, rule := range b.network.Spec.Ingress {
		in = in || isReplica(rule.From) && rule.Ports[0].Port.String() == "admin"
	}
	if !in || !replicas["admin"] {
		t.Errorf("`payapp check --replica` isn't let through: in %t, out %v", in, replicas)
	}
}

// A relayed callback may have any port of the public internet, and nothing else is
// opened for it. The base neither relays nor opens that.
func TestCallbackRelay(t *testing.T) {
	if got := build(t).settings.Data["PAYAPP_CALLBACK_RELAY"]; got != "" {
		t.Errorf("the base has %q", got)
	}
	here, err := filepath.Abs("../kubernetes")
	if err != nil {
		t.Fatal(err)
	}
	overlay := t.TempDir()
	base, err := filepath.Rel(overlay, here)
	if err != nil {
		t.Fatal(err)
	}
	text := "resources: [" + base + "]\ncomponents: [" + base + "/callback-relay]\n"
	if err := os.WriteFile(filepath.Join(overlay, "kustomization.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all := kustomize(t, overlay)
	var settings core.ConfigMap
	only(t, all, "ConfigMap", &settings, decode)
	if settings.Data["PAYAPP_CALLBACK_RELAY"] != "true" || settings.Data["PAYAPP_GATEWAY_URL"] == "" {
		t.Errorf("got %v", settings.Data)
	}
	policies := 0
	for _, r := range all.Resources() {
		if r.GetKind() != "NetworkPolicy" || r.GetName() != "payapp-callbacks" {
			continue
		}
		policies++
		var policy networking.NetworkPolicy
		text, err := r.AsYAML()
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range decode(text, &policy) {
			t.Error(err)
		}
		if len(policy.Spec.Egress) != 1 || len(policy.Spec.Egress[0].Ports) != 1 || len(policy.Spec.PolicyTypes) != 1 ||
			!maps.Equal(policy.Spec.PodSelector.MatchLabels, build(t).deployment.Spec.Selector.MatchLabels) {
			t.Fatalf("got %+v", policy.Spec)
		}
		rule := policy.Spec.Egress[0]
		if p := rule.Ports[0]; p.Port.IntValue() != 1 || *p.EndPort != 65535 || *p.Protocol != core.ProtocolTCP {
			t.Errorf("it opens the ports %v to %v", p.Port, *p.EndPort)
		}
		for address, want := range map[string]bool{
			"8.8.8.8": true, "2606:4700::1": true, "10.1.2.3": false, "172.20.0.1": false, "192.168.0.1": false, "169.254.169.254": false,
			"100.64.0.1": false, "127.0.0.1": false, "fd00::1": false, "fe80::1": false, "::1": false, "64:ff9b::a01:203": false,
		} {
			if got := lets(t, rule, netip.MustParseAddr(address)); got != want {
				t.Errorf("%s: got %t", address, got)
			}
		}
	}
	if policies != 1 {
		t.Errorf("%d policies for callbacks", policies)
	}
}

// lets says whether a rule lets packets to an address through.
func lets(t *testing.T, rule networking.NetworkPolicyEgressRule, to netip.Addr) bool {
	t.Helper()
	for _, peer := range rule.To {
		within := netip.MustParsePrefix(peer.IPBlock.CIDR).Contains(to)
		for _, except := range peer.IPBlock.Except {
			within = within && !netip.MustParsePrefix(except).Contains(to)
		}
		if within {
			return true
		}
	}
	return false
}
