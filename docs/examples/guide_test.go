package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guideBlocks are the fenced blocks of docs/merchants.md in a language.
func guideBlocks(t *testing.T, language string) (blocks []string) {
	t.Helper()
	guide, err := os.ReadFile("../merchants.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(string(guide), -1) {
		blocks = append(blocks, block[1])
	}
	if len(blocks) == 0 {
		t.Fatalf("the guide has no block of %s", language)
	}
	return blocks
}

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

// An interactive zsh, which macOS has, takes a comment for a command.
func TestGuideHasNoCommentsToPaste(t *testing.T) {
	for _, block := range guideBlocks(t, "sh") {
		if comment := regexp.MustCompile(`(?m)(^|\s)#.*$`).FindString(block); comment != "" {
			t.Errorf("take the comment out: %s", comment)
		}
	}
}
