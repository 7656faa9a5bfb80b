package manifests

import (
	"maps"
	"testing"

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
