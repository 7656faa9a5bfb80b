package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The guide's Go test is one of another module, which imports the client and the
// sandbox as the guide says. What they import comes from the module cache.
func TestGuideModule(t *testing.T) {
	payapp, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	test, err := os.ReadFile("testdata/orders_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"go.sum": sums, "orders_test.go": test} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, arguments := range []string{
		"mod init shop.example/orders", "mod edit -require=payapp@v0.0.0 -replace=payapp=" + payapp, "test -mod=mod -v .",
	} {
		command := exec.CommandContext(t.Context(), "go", strings.Fields(arguments)...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", arguments, err, output)
		}
		if strings.HasPrefix(arguments, "test") && !strings.Contains(string(output), "--- PASS: TestCustomerPays") {
			t.Errorf("got %s", output)
		}
	}
}
