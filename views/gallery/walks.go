package gallery

import (
	"errors"
	"io/fs"
	"path"
	"slices"
)

// Walk is one customer's way through one presentation, photographed by the
// browser suites: real pages with the sandbox's answers.
type Walk struct {
	Name     string    // "PROMPTPAY/phone"
	Pictures []Picture // in the order of the pages
}

// Picture is one page of a walk.
type Picture struct {
	Path string // under /walks/: "PROMPTPAY/phone/03-instructions.png"
	Page string // "03-instructions"
}

// Walks reads the pictures below a folder with
// {presentation}/{customer}/{number}-{data-page}.png. There are none before the
// browser suites have run.
func Walks(pictures fs.FS) ([]Walk, error) {
	found, err := fs.Glob(pictures, "*/*/*.png")
	if err != nil {
		return nil, err
	}
	slices.Sort(found)
	var walks []Walk
	for _, file := range found {
		name, last := path.Dir(file), len(walks)-1
		if last < 0 || walks[last].Name != name {
			walks = append(walks, Walk{Name: name})
			last++
		}
		page := path.Base(file)
		walks[last].Pictures = append(walks[last].Pictures, Picture{Path: file, Page: page[:len(page)-len(".png")]})
	}
	if len(walks) == 0 {
		return nil, ErrNoWalks
	}
	return walks, nil
}

// ErrNoWalks means that there are no pictures yet.
var ErrNoWalks = errors.New("no pictures of walks: `" + takeWalks + "` takes them")

const takeWalks = "go test ./e2e -run TestPresentations"
