package collect

import (
	"context"
	_ "embed"
	"strings"
)

//go:embed data.txt
var data string

// Files are the notices that package notices embeds, by file name: of every
// build, and of what only the build with the sandbox adds.
func Files(ctx context.Context) (map[string]string, error) {
	own, err := GoItself(ctx)
	if err != nil {
		return nil, err
	}
	production, err := Modules(ctx, "production")
	if err != nil {
		return nil, err
	}
	everything, err := Modules(ctx, "")
	if err != nil {
		return nil, err
	}
	always, more := &strings.Builder{}, &strings.Builder{}
	always.WriteString("payapp contains the following software and data of others.\n\n" + own + data)
	shipped := map[string]string{}
	for _, m := range production {
		if shipped[m.Path], err = m.Texts(); err != nil {
			return nil, err
		}
		always.WriteString(shipped[m.Path])
	}
	for _, m := range everything {
		text, err := m.Texts()
		if err != nil {
			return nil, err
		}
		if text != shipped[m.Path] {
			more.WriteString(text)
		}
	}
	return map[string]string{"production.txt": always.String(), "sandbox.txt": more.String()}, nil
}
