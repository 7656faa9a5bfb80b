package merchant_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/internal/merchant"
)

var update = flag.Bool("update", false, "write testdata/*.txt anew")

func TestHelp(t *testing.T) {
	for _, c := range merchant.Commands() {
		got := run(t, "", c.Name, "--help")
		if got.code != 0 || got.err != "" {
			t.Errorf("%s: got %+v", c.Name, got)
		}
		golden := filepath.Join("testdata", c.Name+".txt")
		if *update {
			if err := os.WriteFile(golden, []byte(got.out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.out); diff != "" {
			t.Errorf("%s:\n%s", c.Name, diff)
		}
	}
	if _, ok := merchant.Run(t.Context(), []string{"lnik"}, merchant.Streams{}, terms); ok {
		t.Error("there is a command lnik")
	}
	if _, ok := merchant.Run(t.Context(), nil, merchant.Streams{}, terms); ok {
		t.Error("there is a command without a name")
	}
}
