package cli_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// The production build contains no sandbox code, and nothing that only the
// sandbox needs.
func TestProductionHasNoSandbox(t *testing.T) {
	deps := dependencies(t, "-tags", "production")
	for _, path := range []string{"payapp/sandbox", "modernc.org/sqlite", "github.com/swaggo/files"} {
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
	list := exec.CommandContext(t.Context(), "go", append(append([]string{"list", "-deps"}, flags...), "payapp")...)
	list.Stderr = &complaint
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &complaint)
	}
	return string(out)
}
