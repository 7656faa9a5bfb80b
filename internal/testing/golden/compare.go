package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the files that tests compare with anew")

// Updating reports whether -update is set, for tests that keep more than texts.
func Updating() bool { return *update }

// Compare fails the test unless the file contains got, and names the command
// that rewrites it.
func Compare(t *testing.T, file, got, command string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; it is made by: %s", err, command)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("differs from %s; if that is meant: %s (-want +got)\n%s", file, command, diff)
	}
}
