package merchant_test

import (
	"path/filepath"
	"testing"

	"payapp/internal/merchant"
	"payapp/internal/testing/golden"
)

func TestHelp(t *testing.T) {
	for _, c := range merchant.Commands() {
		got := run(t, "", c.Name, "--help")
		if got.code != 0 || got.err != "" {
			t.Errorf("%s: got %+v", c.Name, got)
		}
		golden.Compare(t, filepath.Join("testdata", c.Name+".txt"), got.out, "go test ./internal/merchant -update")
	}
	if _, ok := merchant.Run(t.Context(), []string{"lnik"}, merchant.Streams{}, terms); ok {
		t.Error("there is a command lnik")
	}
	if _, ok := merchant.Run(t.Context(), nil, merchant.Streams{}, terms); ok {
		t.Error("there is a command without a name")
	}
}
