package repository

import (
	"bytes"
	"go/format"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/a-h/templ/generator"
	"github.com/a-h/templ/parser/v2"
)

// What is compiled is what the templates say: somebody who forgets to generate would
// see and test the old page.
func TestTemplatesAreGenerated(t *testing.T) {
	atTop(t)
	found := 0
	err := filepath.WalkDir("views", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".templ") {
			return err
		}
		found++
		template, err := parser.ParseString(readFile(t, file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			return nil
		}
		var b bytes.Buffer
		if _, err := generator.Generate(template, &b, generator.WithVersion(templ.Version()), generator.WithFileName(file)); err != nil {
			t.Errorf("%s: %v", file, err)
			return nil
		}
		code, err := format.Source(b.Bytes())
		if err != nil {
			t.Errorf("%s: %v", file, err)
			return nil
		}
		if generated := strings.TrimSuffix(file, ".templ") + "_templ.go"; readFile(t, generated) != string(code) {
			t.Errorf("%s isn't what %s says: make generate", generated, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 20 {
		t.Errorf("only %d templates", found)
	}
}
