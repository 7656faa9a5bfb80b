package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// walksFolder is where walks leave their pictures; `make gallery` shows them.
const walksFolder = "walks"

// openAlbum starts the pictures of a walk through a presentation, replacing
// those of an earlier run.
func (b *tab) openAlbum(presentation string) {
	b.t.Helper()
	b.album = filepath.Join(walksFolder, strings.ReplaceAll(presentation, "/", "-"), b.customer.String())
	if err := os.RemoveAll(b.album); err != nil {
		b.t.Fatal(err)
	}
	if err := os.MkdirAll(b.album, 0o755); err != nil {
		b.t.Fatal(err)
	}
}

// photograph puts the page into the album.
func (b *tab) photograph(page string) {
	b.t.Helper()
	if b.album == "" {
		return
	}
	picture, err := b.picture()
	if err != nil {
		b.t.Fatalf("%s: picture of %s: %v", b.customer, page, err)
	}
	b.pictures++
	file := filepath.Join(b.album, fmt.Sprintf("%02d-%s.png", b.pictures, page))
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
