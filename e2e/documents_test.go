package e2e

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"payapp/i18n"
	"payapp/internal/testing/golden"
	"payapp/internal/testing/pictures"
)

// shown are the pages that a document shows side by side in one picture.
type shown struct {
	file    string // below docs/img
	lang    string
	entries []string
	device  device
}

// sixPages are the way through a payment, including a fault.
var sixPages = []string{"options-methods", "details-fault", "instructions-required", "reference", "status-pending", "status-success"}

// scripts are the languages in docs/languages.md: one for each of eight
// scripts.
var scripts = []struct{ lang, name string }{
	{"vi", "Latin"}, {"th", "Thai"}, {"hi", "Devanagari"}, {"ta", "Tamil"}, {"zh-Hant", "Chinese"}, {"ko", "Korean"}, {"my", "Burmese"}, {"ar", "Arabic"},
}

// The README's phones have a common size, those of the languages half of it.
var (
	readmePhone    = device{Name: "phone", Width: 360, Height: 812, Scale: 1.3, Mobile: true}
	languagesPhone = device{Name: "phone", Width: 360, Height: 740, Scale: 0.7, Mobile: true}
)

func documentPictures() []shown {
	list := []shown{
		{"options.png", "en", []string{"options-methods"}, readmePhone},
		{"instructions.png", "en", []string{"instructions-qr"}, readmePhone},
		{"status.png", "en", []string{"status-success"}, readmePhone},
	}
	for _, s := range scripts {
		list = append(list, shown{"languages-" + s.lang + ".png", s.lang, sixPages, languagesPhone})
	}
	return list
}

// The pictures of README.md and docs/languages.md exist and have the width of
// their pages; `make languages` retakes them.
func TestDocumentPictures(t *testing.T) {
	const gap = 8
	b, address := inOwnGallery(t, readmePhone)
	b.setFonts()
	for _, s := range documentPictures() {
		file := filepath.Join("..", "docs", "img", s.file)
		around := 0
		if len(s.entries) > 1 {
			around = gap
		}
		pixels := func(css int64) int { return int(float64(css)*s.device.Scale + 0.5) }
		if golden.Updating() {
			var row []image.Image
			for _, e := range s.entries {
				p := photo{entry: e, lang: s.lang, device: s.device}
				b.visit(address, p)
				row = append(row, b.posed(p, s.device.Height))
			}
			writePicture(t, file, pictures.Beside(row, pixels(s.device.Height), around), pictures.Fine)
		}
		picture, err := readPicture(file)
		if err != nil {
			t.Errorf("%v; it is made by: make languages", err)
			continue
		}
		want := image.Pt(around+len(s.entries)*(pixels(s.device.Width)+around), pixels(s.device.Height)+2*around)
		if got := picture.Bounds().Size(); got != want {
			t.Errorf("%s has %v pixels, want %v", s.file, got, want)
		}
		if golden.Updating() {
			continue
		}
		readme, err := os.ReadFile("../README.md")
		if err != nil {
			t.Fatal(err)
		}
		if text := string(readme) + languagesDocument(t); !strings.Contains(text, "img/"+s.file) {
			t.Errorf("no document shows %s", s.file)
		}
	}
}

// docs/languages.md lists all languages.
func TestLanguagesDocument(t *testing.T) {
	golden.Compare(t, "../docs/languages.md", languagesDocument(t), "make languages")
}

func languagesDocument(t *testing.T) string {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(`<!-- Made by "go test ./e2e -run TestLanguagesDocument -update": changes here are lost. -->

# Languages

`)
	fmt.Fprintf(&b, "Customers read %d languages. Each has all of its words in `i18n/messages/`; [how to add one](howto/add-a-language.md).\n\n", len(bundle.Locales()))
	b.WriteString("| Tag | Language | Written |\n|---|---|---|\n")
	for _, l := range bundle.Locales() {
		direction := "left to right"
		if l.Dir() == "rtl" {
			direction = "right to left"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", l.Tag(), l.Name(), direction)
	}
	b.WriteString("\nA payment in eight scripts: the choice, a field at fault, how to pay, the number to enter, waiting, paid. `make gallery` shows every\n" +
		"page in every language; letters look as the device has them.\n")
	for _, s := range scripts {
		l := bundle.Match(s.lang, "", "")
		fmt.Fprintf(&b, "\n## %s: %s\n\n![Six pages of a payment in %s](img/languages-%s.png)\n", s.name, l.Name(), l.Name(), s.lang)
	}
	return b.String()
}
