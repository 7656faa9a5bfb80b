package cli_test

import (
	"path/filepath"
	"testing"

	"payapp/internal/testing/golden"
)

func TestHelp(t *testing.T) {
	for _, name := range []string{"link", "status-link", "check-link", "check", "conform", "doctor", "health", "licences"} {
		got := run(t, "", name, "--help")
		if got.code != 0 || got.err != "" {
			t.Errorf("%s: got %+v", name, got)
		}
		golden.Compare(t, filepath.Join("testdata", name+".txt"), got.out, "go test ./internal/cli -update")
	}
}
