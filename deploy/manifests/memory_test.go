package manifests

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/resource"
)

// Go knows of the memory's limit, and starts to collect in earnest before it.
func TestMemoryLimits(t *testing.T) {
	c := build(t).deployment.Spec.Template.Spec.Containers[0]
	value := ""
	for _, e := range c.Env {
		if e.Name == "GOMEMLIMIT" {
			value = e.Value
		}
	}
	fits(t, "Kubernetes", value, c.Resources.Limits.Memory().Value())
	project := load(t)
	for _, name := range []string{"payapp-1", "payapp-2"} {
		service, err := project.GetService(name)
		if err != nil {
			t.Fatal(err)
		}
		set := service.Environment["GOMEMLIMIT"]
		if set == nil {
			t.Errorf("%s has none", name)
			continue
		}
		fits(t, name, *set, int64(service.MemLimit))
	}
}

// fits says whether a GOMEMLIMIT is about four fifths of the limit.
func fits(t *testing.T, what, value string, limit int64) {
	t.Helper()
	quantity, err := resource.ParseQuantity(strings.TrimSuffix(value, "B")) // MiB for Go is Mi for Kubernetes
	if err != nil || !strings.HasSuffix(value, "iB") {
		t.Fatalf("%s: %q, %v", what, value, err)
	}
	if got := quantity.Value() * 100 / limit; got < 78 || got > 82 {
		t.Errorf("%s: %s is %d %% of the limit", what, value, got)
	}
}
