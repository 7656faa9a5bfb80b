//go:build !production

package server

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The key beside the database stays, so sessions survive a restart. If it can't
// be read, no other is made.
func TestSandboxKeys(t *testing.T) {
	db := filepath.Join(t.TempDir(), "sandbox.db")
	made, err := sandboxKeys(db)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := sandboxKeys(db)
	if err != nil || !cmp.Equal(made, kept) {
		t.Errorf("after a restart: %v, and other keys", err)
	}
	unreadable := filepath.Join(t.TempDir(), "sandbox.db")
	path := filepath.Join(filepath.Dir(unreadable), "session.key")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	var failed *fs.PathError
	if _, err := sandboxKeys(unreadable); !errors.As(err, &failed) || failed.Op != "read" {
		t.Errorf("it went on after the reading: got %v", err)
	}
}
