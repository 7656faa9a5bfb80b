//go:build !sandbox

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The walk to a gateway, from its words alone: what a person does at the gateway's pages,
// and serving, are left out.
func TestTheWalkToAGateway(t *testing.T) {
	f := setup(t)
	folder := only(t, "openssl", "date", "tee", "cat")
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(folder, "payapp"))
	}
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	for _, block := range blocksOf(t, "../../docs/howto/connect-a-gateway.md", "sh") {
		if strings.Contains(block, "--pay ") || strings.Contains(block, "doctor") || strings.Contains(block, "e2e") {
			continue
		}
		script.WriteString(regexp.MustCompile(`(?m)^(payapp >|until ).*\n`).ReplaceAllString(block, ""))
	}
	text := strings.Replace(script.String(), "GATEWAY=https://sandbox.gateway.example MERCHANT=SHOP", "GATEWAY="+f.url+" MERCHANT=DEMO", 1)
	shell := exec.CommandContext(t.Context(), "sh", "-eu", "-c", text)
	shell.Dir = t.TempDir()
	if err := os.Symlink(f.key, filepath.Join(shell.Dir, "merchant.pem")); err != nil { // the sandbox has it already
		t.Fatal(err)
	}
	shell.Env = []string{"PATH=" + folder, asPayapp + "=1", "HOME=" + shell.Dir, "PAYAPP_GATEWAY_RATE=1000", "PAYAPP_ALLOW_HTTP_RETURN=true"}
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for want, times := range map[string]int{"Before customers come: nothing": 2, ", 0 at fault": 4, "RedirectURL of payment first-": 1} {
		if got := strings.Count(string(out), want); got != times {
			t.Errorf("%q is there %d times, want %d:\n%s", want, got, times, out)
		}
	}
}
