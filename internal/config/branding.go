package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"maps"

	"go.yaml.in/yaml/v3"

	"payapp/internal/links"
)

// Brand is how one merchant's pages look, and whom its customers can ask. All
// of it is optional.
type Brand struct {
	Name         string `yaml:"name"`         // shown for the channel name of the gateway
	Logo         string `yaml:"logo"`         // path of a PNG, beside the branding file
	Accent       string `yaml:"accent"`       // "#rrggbb", on light pages
	AccentDark   string `yaml:"accentDark"`   // "#rrggbb", on dark pages
	SupportEmail string `yaml:"supportEmail"` //
	SupportPhone string `yaml:"supportPhone"` // as it is to be shown
	SupportURL   string `yaml:"supportURL"`   // https

	LogoPNG []byte `yaml:"-"` // what Logo holds
}

// maxLogo is the most bytes a logo may have; pages are light.
const maxLogo = 16 << 10

var (
	colour   = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	phone    = regexp.MustCompile(`^\+?[0-9][0-9 ()/.-]{3,30}$`)
	pngMagic = []byte("\x89PNG\r\n\x1a\n")
)

// loadBranding reads a YAML or JSON file of brands by merchant code.
func loadBranding(variable, path string, faults *Faults) map[string]Brand {
	content, err := os.ReadFile(path)
	if err != nil {
		faults.add(variable, "%v", err)
		return nil
	}
	var brands map[string]Brand
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&brands); err != nil && !errors.Is(err, io.EOF) {
		faults.add(variable, "%s: %v", path, err)
		return nil
	}
	for _, merchant := range slices.Sorted(maps.Keys(brands)) {
		b := brands[merchant]
		for _, reason := range b.check() {
			faults.add(variable, "%s: %s: %s", path, merchant, reason)
		}
		if b.Logo != "" {
			if b.LogoPNG, err = readLogo(filepath.Join(filepath.Dir(path), b.Logo)); err != nil {
				faults.add(variable, "%s: %s: logo: %v", path, merchant, err)
			}
		}
		brands[merchant] = b
	}
	return brands
}

// check lists what is wrong with a brand.
func (b Brand) check() (reasons []string) {
	if n := len([]rune(b.Name)); n > 60 {
		reasons = append(reasons, fmt.Sprintf("name has %d characters, 60 at most", n))
	}
	for _, c := range []struct{ name, value, on string }{{"accent", b.Accent, SurfaceLight}, {"accentDark", b.AccentDark, SurfaceDark}} {
		switch {
		case c.value == "":
		case !colour.MatchString(c.value):
			reasons = append(reasons, fmt.Sprintf("%s %q is not of the form #rrggbb", c.name, c.value))
		case contrast(c.value, c.on) < leastContrast:
			reasons = append(reasons, fmt.Sprintf("%s %s is hard to read: its contrast with %s is %.1f, %d at least",
				c.name, c.value, c.on, contrast(c.value, c.on), leastContrast))
		}
	}
	if b.SupportEmail != "" {
		if a, err := mail.ParseAddress(b.SupportEmail); err != nil || a.Address != b.SupportEmail {
			reasons = append(reasons, fmt.Sprintf("supportEmail %q is not an e-mail address", b.SupportEmail))
		}
	}
	if b.SupportPhone != "" && !phone.MatchString(b.SupportPhone) {
		reasons = append(reasons, fmt.Sprintf("supportPhone %q is not a phone number", b.SupportPhone))
	}
	if b.SupportURL != "" && !links.Web(b.SupportURL, false) {
		reasons = append(reasons, fmt.Sprintf("supportURL %q is not an https address", b.SupportURL))
	}
	return reasons
}

// readLogo takes PNG alone: an SVG can hold script.
func readLogo(path string) ([]byte, error) {
	logo, err := os.ReadFile(path)
	switch {
	case err != nil:
		return nil, err
	case len(logo) > maxLogo:
		return nil, fmt.Errorf("%d bytes, %d at most", len(logo), maxLogo)
	case !bytes.HasPrefix(logo, pngMagic):
		return nil, errors.New("not a PNG")
	}
	return logo, nil
}
