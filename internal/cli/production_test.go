package cli_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// The production build contains no sandbox code, no browser suites, and nothing that
// only they need.
func TestProductionHasNoSandbox(t *testing.T) {
	deps := dependencies(t, "-tags", "production")
	for _, path := range []string{"payapp/sandbox", "modernc.org/sqlite", "github.com/swaggest/swgui", "payapp/e2e", "github.com/chromedp"} {
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

// The build with the sandbox alone has neither the application nor browser suites.
func TestSandboxAlone(t *testing.T) {
	deps := dependencies(t, "-tags", "sandbox")
	for _, path := range []string{
		"payapp/handlers", "payapp/views", "payapp/i18n", "payapp/internal/upstream", "payapp/e2e",
		"github.com/labstack/echo", "github.com/prometheus", "github.com/redis", "go.opentelemetry.io", "github.com/chromedp",
	} {
		if strings.Contains(deps, path) {
			t.Errorf("the sandbox alone depends on %s", path)
		}
		if !strings.Contains(dependencies(t), path) {
			t.Errorf("the usual build doesn't depend on %s: this test looks for the wrong name", path)
		}
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
