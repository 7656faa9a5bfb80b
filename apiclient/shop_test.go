package apiclient_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"payapp/sandbox"
)

// Another module imports the client and package money, and takes a payment:
// token, creation, callback, reading.
func TestAnotherModuleIsPaid(t *testing.T) {
	_, gateway := startSandbox(t, sandbox.Config{Calm: true, Rate: 10})
	order := "1001~success@10ms"
	output, err := exec.CommandContext(t.Context(), buildShop(t), "-gateway", gateway, "-secret", sandbox.DemoSecret, "-order", order).CombinedOutput()
	if want := order + " PROMPTPAY 1234.50 THB SUCCESS\n"; err != nil || string(output) != want {
		t.Errorf("got %s, %v; want %s", output, err, want)
	}
}

// buildShop builds the module in a copy. Its go.mod gets payapp's requirements,
// from the module cache only.
func buildShop(t *testing.T) string {
	t.Helper()
	payapp, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/shop")); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range []string{"mod edit -replace=payapp=" + payapp, "build -mod=mod -o shop ."} {
		command := exec.CommandContext(t.Context(), "go", strings.Fields(arguments)...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", arguments, err, output)
		}
	}
	return filepath.Join(dir, "shop")
}
