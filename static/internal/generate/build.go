package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// build returns every file of dist by name. src is the folder of the sources.
func build(src string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, entry := range []string{"choose.css", "ask.css", "pay.css", "tell.css", "choose.js", "ask.js", "later.js", "tell.js"} {
		code, err := bundle(filepath.Join(src, entry))
		if err != nil {
			return nil, err
		}
		files[entry] = code
	}
	icon, err := os.ReadFile(filepath.Join(src, "icon.svg"))
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	files["icon.svg"] = bytes.TrimSpace(icon)
	if files["touch.png"], err = touchIcon(); err != nil {
		return nil, err
	}
	return files, nil
}

// oldest are the oldest browsers that run the script; docs/browsers.md names them.
// Samsung Internet 13 is a Chrome of 83.
var oldest = []api.Engine{
	{Name: api.EngineChrome, Version: "80"},
	{Name: api.EngineSafari, Version: "13"},
	{Name: api.EngineFirefox, Version: "78"},
}

// bundle minifies one entry with everything that it imports.
func bundle(entry string) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{entry},
		Bundle:            true,
		MinifyWhitespace:  true,
		MinifySyntax:      true,
		MinifyIdentifiers: true,
		Format:            api.FormatESModule,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		Engines:           oldest,
		// Safari 13 has it, but for corners that nobody meets.
		Supported: map[string]bool{"destructuring": true},
	})
	var faults []error
	for _, m := range append(result.Errors, result.Warnings...) {
		faults = append(faults, fmt.Errorf("%s: %s", entry, m.Text))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	// Without its last newline the text is the same in a file and in a page.
	code := bytes.TrimSpace(result.OutputFiles[0].Contents)
	if filepath.Ext(entry) == ".css" {
		code = []byte(oneSide(string(code)))
	}
	return code, nil
}
