//go:build whole

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The tests of docs/qa.md run as they stand there, in a module and in a package of
// somebody else, with the settings of the package's README.
func TestDocumentedSuites(t *testing.T) {
	begin(t)
	const guide = "../docs/qa.md"
	block := func(t *testing.T, document, begins string) string {
		t.Helper()
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile("(?ms)^```"+begins+"\n(.*?)^```$").FindAllStringSubmatch(string(text), -1)
		if len(found) != 1 {
			t.Fatalf("%s has %d blocks of %s", document, len(found), begins)
		}
		return found[0][1]
	}
	write := func(t *testing.T, file, text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(t *testing.T, folder string, words ...string) {
		t.Helper()
		command := exec.CommandContext(t.Context(), words[0], words[1:]...)
		command.Dir = folder
		command.Env = append(os.Environ(), "PAYAPP_URL="+theWorld.App, "PAYAPP_SANDBOX_URL="+theWorld.Sandbox, "PAYAPP_CHROMIUM="+theWorld.Browser.Path,
			"GOPROXY=off", "GOFLAGS=", "GOWORK=off")
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", words, err, said)
		}
	}
	t.Run("go", func(t *testing.T) {
		begin(t)
		here, err := filepath.Abs("..")
		if err != nil {
			t.Fatal(err)
		}
		sums, err := os.ReadFile("../go.sum")
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		write(t, filepath.Join(folder, "go.mod"), "module shop\ngo 1.26\nrequire payapp v0.0.0\nreplace payapp => "+here+"\n")
		write(t, filepath.Join(folder, "go.sum"), string(sums))
		write(t, filepath.Join(folder, "shop_test.go"), block(t, guide, "go"))
		run(t, folder, "go", "test", "-mod=mod", "-vet=off", ".")
	})
	t.Run("ts", func(t *testing.T) {
		begin(t)
		folder, err := os.MkdirTemp("playwright", "documented-") //nolint:usetesting // beside its modules
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(folder) })
		dist, err := filepath.Abs(filepath.Join(folder, "node_modules", "payapp-playwright"))
		if err != nil {
			t.Fatal(err)
		}
		run(t, "playwright", "node_modules/.bin/tsc", "-p", "tsconfig.build.json", "--outDir", filepath.Join(dist, "dist"))
		for _, file := range []string{"playwright/package.json", "kit/shown.js", "kit/shown.json"} {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dist, filepath.Base(file)), string(text))
		}
		write(t, filepath.Join(folder, "pay.spec.ts"), block(t, guide, "ts"))
		write(t, filepath.Join(folder, "package.json"), `{"type": "module"}`)
		write(t, filepath.Join(folder, "playwright.config.ts"), block(t, "playwright/README.md", "ts\n// playwright.config.ts"))
		run(t, folder, "../node_modules/.bin/playwright", "test")
	})
}
