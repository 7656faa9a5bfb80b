package notices

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed testdata/data.txt
var data string

// collect finds the licences of what is linked into a build, in each module's folder
// and in those of its packages, by the name of the file to embed: of every build, and
// of what only the build with the sandbox adds. It needs the module cache.
func collect(ctx context.Context) (map[string]string, error) {
	own, err := goItself(ctx)
	if err != nil {
		return nil, err
	}
	production, err := modules(ctx, "production")
	if err != nil {
		return nil, err
	}
	everything, err := modules(ctx, "")
	if err != nil {
		return nil, err
	}
	always, more := &strings.Builder{}, &strings.Builder{}
	always.WriteString("payapp contains the following software and data of others.\n\n" + own + data)
	shipped := map[string]string{}
	for _, m := range production {
		if shipped[m.Path], err = m.texts(); err != nil {
			return nil, err
		}
		always.WriteString(shipped[m.Path])
	}
	for _, m := range everything {
		text, err := m.texts()
		if err != nil {
			return nil, err
		}
		if text != shipped[m.Path] {
			more.WriteString(text)
		}
	}
	axe, err := filepath.Glob("../../e2e/kit/testdata/axe-*.LICENSE*") // seen from package notices
	if err != nil || len(axe) == 0 {
		return nil, fmt.Errorf("the licences of axe-core aren't there (%w)", err)
	}
	for _, file := range axe {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		write(more, "axe-core: "+filepath.Base(file), string(text))
	}
	return map[string]string{"production.txt": always.String(), "sandbox.txt": more.String()}, nil
}
