package handlers_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
)

// docs/metrics.md has every metric of ours, by its name, and no other.
func TestMetricsAreDocumented(t *testing.T) {
	registry := prometheus.NewRegistry()
	w := setup(t, func(c *application.Config) { c.Metrics = registry })
	b := w.browser()
	b.Press(b.Enter(w.link("10", "THB")), "continue", "paymentMethodCode", "PROMPTPAY")
	page, err := os.ReadFile("../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, name := range regexp.MustCompile("`(payapp_[a-z_]+)`").FindAllStringSubmatch(string(page), -1) {
		documented[name[1]] = true
	}
	for _, family := range families {
		if name := family.GetName(); strings.HasPrefix(name, "payapp_") && !documented[name] {
			t.Errorf("docs/metrics.md lacks %s", name)
		}
	}
	if len(families) < 12 || len(documented) < 15 {
		t.Errorf("%d metrics were seen, %d are documented", len(families), len(documented))
	}
}
