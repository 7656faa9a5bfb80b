//go:build whole

package cli_test

import (
	"bufio"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The build with the sandbox alone is half the size, and serves without a command. `make
// dist` names the one that it has built.
func TestSandboxBuild(t *testing.T) {
	const most = 25 << 20
	program := os.Getenv("PAYAPP_SANDBOX_BUILD")
	if file, err := os.Stat(program); err != nil || file.Size() > most {
		t.Errorf("it has %d bytes, at most %d are meant to be (%v)", file.Size(), most, err)
	}
	// Without an application to check, check is about links alone.
	for _, asked := range [][]string{{"check", "--help"}, {"help", "check"}, {"check"}} {
		said, _ := exec.CommandContext(t.Context(), program, asked...).CombinedOutput()
		if !strings.Contains(strings.ToLower(string(said)), "link") || strings.Contains(string(said), "no such command") {
			t.Errorf("%q: %s", asked, said)
		}
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
