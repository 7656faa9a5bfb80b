package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
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

// The build with the sandbox alone has neither the application nor browser suites,
// is half the size, and serves without a command.
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
	const most = 25 << 20
	program := filepath.Join(t.TempDir(), "payapp-sandbox")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-tags", "sandbox", "-ldflags", "-s -w", "-o", program, "payapp").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	if file, err := os.Stat(program); err != nil || file.Size() > most {
		t.Errorf("it has %d bytes, at most %d are meant to be (%v)", file.Size(), most, err)
	}
	served := exec.CommandContext(t.Context(), program)
	served.Env = []string{"PAYAPP_SANDBOX_ADDR=127.0.0.1:0", "PAYAPP_SANDBOX_DB=:memory:"}
	banner, err := served.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := served.Start(); err != nil {
		t.Fatal(err)
	}
	var shop string
	for lines := bufio.NewScanner(banner); shop == "" && lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == "shop" {
			shop = words[1]
		}
	}
	response, err := http.Get(shop)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("the shop answers %d", response.StatusCode)
	}
	if err := errors.Join(served.Process.Signal(os.Interrupt), served.Wait()); err != nil {
		t.Error(err)
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
