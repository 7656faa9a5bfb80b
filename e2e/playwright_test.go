//go:build whole

package e2e

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The package for Playwright type-checks, and its own tests pay in this Chromium.
func TestPlaywrightPackage(t *testing.T) {
	begin(t)
	if _, err := os.Stat("playwright/node_modules/@playwright/test"); err != nil {
		t.Fatal("its modules aren't installed: run `deploy/setup.sh whole`")
	}
	command := exec.CommandContext(t.Context(), "npm", "test", "--silent")
	command.Dir = "playwright"
	command.Env = append(os.Environ(), "CI=1", "PAYAPP_URL="+theWorld.App, "PAYAPP_SANDBOX_URL="+theWorld.Sandbox, "PAYAPP_CHROMIUM="+theWorld.Browser.Path, "HOME="+t.TempDir())
	said, err := command.CombinedOutput()
	if err != nil || !strings.Contains(string(said), " passed") {
		t.Errorf("%v\n%s", err, said)
	}
}
