package cli_test

import (
	"path/filepath"
	"testing"

	"payapp/internal/cli"
	"payapp/internal/testing/golden"
)

func TestHelp(t *testing.T) {
	for _, c := range cli.Commands() {
		got := run(t, "", c.Name, "--help")
		if got.code != 0 || got.err != "" {
			t.Errorf("%s: got %+v", c.Name, got)
		}
		golden.Compare(t, filepath.Join("testdata", c.Name+".txt"), got.out, "go test ./internal/cli -update")
	}
	if _, ok := cli.Run(t.Context(), []string{"lnik"}, cli.Streams{}, terms); ok {
		t.Error("there is a command lnik")
	}
	if _, ok := cli.Run(t.Context(), nil, cli.Streams{}, terms); ok {
		t.Error("there is a command without a name")
	}
}
