package sandbox_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"payapp/sandbox"
)

// The database goes where it can be written: HOME may be missing, or be a
// folder that can't be created.
func TestDefaultDB(t *testing.T) {
	home, temp := t.TempDir(), t.TempDir()
	notAFolder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("TMPDIR", temp)
	for _, c := range []struct{ name, home, under string }{
		{"a home", home, home},
		{"no home", "", temp},
		{"a home that can't be made", filepath.Join(notAFolder, "home"), temp},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("HOME", c.home)
			got, err := sandbox.DefaultDB()
			if err != nil || !strings.HasPrefix(got, c.under+string(filepath.Separator)) || filepath.Base(got) != "sandbox.db" {
				t.Errorf("got %q, %v", got, err)
			}
			left, err := os.ReadDir(filepath.Dir(got))
			if err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
	t.Setenv("HOME", "")
	t.Setenv("TMPDIR", notAFolder)
	if got, err := sandbox.DefaultDB(); err == nil {
		t.Errorf("got %q where nothing can be written", got)
	}
}
