package config

import (
	"testing"

	"payapp/internal/site"
)

// Customers press the operator's links, so they must be https.
func TestOperator(t *testing.T) {
	c := load(t, "PAYAPP_OPERATOR=Example Pay", "PAYAPP_OPERATOR_PRIVACY=https://pay.example/privacy", "PAYAPP_OPERATOR_TERMS=https://pay.example/terms")
	if want := (site.Operator{Name: "Example Pay", Privacy: "https://pay.example/privacy", Terms: "https://pay.example/terms"}); c.Site.Operator != want {
		t.Errorf("got %+v", c.Site.Operator)
	}
	faults := faultsOf(t, Build{Sandbox: true},
		"PAYAPP_OPERATOR=0123456789012345678901234567890123456789012345678901234567890", "PAYAPP_OPERATOR_PRIVACY=http://pay.example", "PAYAPP_OPERATOR_TERMS=javascript:alert(1)")
	if len(faults) != 3 {
		t.Errorf("%d faults, want one for each:\n%v", len(faults), faults)
	}
}
