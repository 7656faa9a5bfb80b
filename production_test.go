package main

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// The production build has nothing of the sandbox, and nothing that only the
// sandbox needs.
func TestProductionHasNoSandbox(t *testing.T) {
	deps := dependencies(t, "-tags", "production")
	for _, path := range []string{"payapp/sandbox", "modernc.org/sqlite"} {
		if strings.Contains(deps, path) {
			t.Errorf("the production build depends on %s", path)
		}
		if !strings.Contains(dependencies(t), path) {
			t.Errorf("the usual build doesn't depend on %s: this test looks for the wrong name", path)
		}
	}
	if !strings.Contains(deps, "payapp/handlers") {
		t.Error("the production build has no pages")
	}
}

func dependencies(t *testing.T, flags ...string) string {
	t.Helper()
	var complaint bytes.Buffer
	list := exec.CommandContext(t.Context(), "go", append(append([]string{"list", "-deps"}, flags...), ".")...)
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &complaint)
	}
	return string(out)
}

// Fault 44: with a real gateway, what is careless is refused, all of it at
// once, and secrets stay out of the complaint.
func TestFault44_RefusesToStart(t *testing.T) {
	const short = "c2hvcnQ="
	err := run(t.Context(), []string{
		"PAYAPP_GATEWAY_URL=http://gateway.example", "PAYAPP_PUBLIC_URL=http://pay.example",
		"PAYAPP_SESSION_KEYS=" + short, "PAYAPP_GATEWAY_RATE=none", "PAYAPP_SANDBOX_CALM=true",
	}, io.Discard, io.Discard)
	if err == nil {
		t.Fatal("it started")
	}
	for _, name := range []string{"PAYAPP_GATEWAY_URL", "PAYAPP_PUBLIC_URL", "PAYAPP_SESSION_KEYS", "PAYAPP_GATEWAY_RATE", "PAYAPP_SANDBOX_CALM"} {
		if !strings.Contains(err.Error(), "\n  "+name+": ") {
			t.Errorf("%s isn't among the faults:\n%v", name, err)
		}
	}
	if strings.Contains(err.Error(), short) {
		t.Errorf("a key is told:\n%v", err)
	}
}
