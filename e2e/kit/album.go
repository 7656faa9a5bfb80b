package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// OpenAlbum starts the pictures of a walk in the world's folder of albums, replacing
// those of an earlier run.
func (b *Tab) OpenAlbum(presentation string) {
	b.t.Helper()
	if b.World.Albums == "" {
		return
	}
	b.album = filepath.Join(b.World.Albums, strings.ReplaceAll(presentation, "/", "-"), b.Customer.String())
	if err := os.RemoveAll(b.album); err != nil {
		b.t.Fatalf("%v", err)
	}
	if err := os.MkdirAll(b.album, 0o755); err != nil {
		b.t.Fatalf("%v", err)
	}
}

// Photograph puts the page into the album.
func (b *Tab) Photograph(page string) {
	b.t.Helper()
	if b.album == "" {
		return
	}
	picture, err := b.Picture()
	if err != nil {
		b.t.Fatalf("%s: picture of %s: %v", b.Customer, page, err)
	}
	b.pictures++
	file := filepath.Join(b.album, fmt.Sprintf("%02d-%s.png", b.pictures, page))
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		b.t.Fatalf("%v", err)
	}
}
