package e2e

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"payapp/internal/testing/golden"
	"payapp/internal/testing/pictures"
)

// pictureReport is the page that shows differences.
type pictureReport struct {
	mu   sync.Mutex
	rows []pictureRow
}

type pictureRow struct{ Name, What string }

// compare fails if a page looks different, or accepts its new look.
func (r *pictureReport) compare(t *testing.T, p photo, now image.Image) {
	t.Helper()
	name, file := p.name(), p.file()
	kept, err := readPicture(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	what := "new"
	if kept != nil {
		d := pictures.Compare(kept, now)
		if !d.Visible() {
			return
		}
		what = d.String()
		writePicture(t, filepath.Join(picturesFolder, name+".was.png"), kept, pictures.Coarse)
		writePicture(t, filepath.Join(picturesFolder, name+".difference.png"), d.Marked, pictures.Coarse)
	}
	writePicture(t, filepath.Join(picturesFolder, name+".png"), now, pictures.Coarse)
	r.mu.Lock()
	r.rows = append(r.rows, pictureRow{name, what})
	r.mu.Unlock()
	if golden.Updating() {
		writePicture(t, file, now, pictures.Coarse)
	} else {
		t.Errorf("%s: %s; see e2e/%s/index.html, and if it is meant: make baselines", name, what, picturesFolder)
	}
}

func readPicture(file string) (image.Image, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return picture, nil
}

func writePicture(t *testing.T, file string, m image.Image, shades int) {
	t.Helper()
	data, err := pictures.Encode(m, shades)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o755)
	}
	if err == nil {
		err = os.WriteFile(file, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// pictureTable needs no script, and no other files than the pictures.
var pictureTable = template.Must(template.New("pictures").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pages that look different</title>
<style>body{font:16px/1.5 system-ui,sans-serif;background:#8a9399}td{vertical-align:top;padding:0 16px 32px 0}img{display:block;max-width:640px}</style>
<h1>Pages that look different</h1>
<table><tr><th>Was<th>Is<th>Difference</tr>
{{range .}}<tr><td colspan="3"><h2>{{.Name}}: {{.What}}</h2></tr>
<tr><td>{{if ne .What "new"}}<img src="{{.Name}}.was.png" alt="was" loading="lazy">{{end}}
<td><img src="{{.Name}}.png" alt="is" loading="lazy">
<td>{{if ne .What "new"}}<img src="{{.Name}}.difference.png" alt="difference" loading="lazy">{{end}}</tr>
{{end}}</table></html>
`))

func (r *pictureReport) write(t *testing.T) {
	t.Helper()
	if len(r.rows) == 0 {
		return
	}
	slices.SortFunc(r.rows, func(a, b pictureRow) int { return cmp.Compare(a.Name, b.Name) })
	var b bytes.Buffer
	if err := pictureTable.Execute(&b, r.rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(picturesFolder, "index.html"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d pages look different: e2e/%s/index.html", len(r.rows), picturesFolder)
}
