package config

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"go.yaml.in/yaml/v3"

	"payapp/internal/site"
)

// maxSuccess is the most characters that the sentence for who has paid may have.
const maxSuccess = 80

// Limits of a logo, since pages are light: its bytes, and the pixels of a side.
const (
	maxLogo     = 16 << 10
	maxLogoSide = 2000
)

// Branding reads a YAML or JSON file of brands by merchant code. A fault names its
// line.
func Branding(path string) (map[string]site.Brand, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var brands map[string]site.Brand
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	decoder.KnownFields(true)
	if err := decoder.Decode(&brands); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var places map[string]map[string]yaml.Node
	if err := yaml.Unmarshal(content, &places); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var faults []error
	add := func(merchant, field, format string, args ...any) {
		line := places[merchant][field].Line
		faults = append(faults, fmt.Errorf("%s:%d: %s: "+field+format, append([]any{path, line, merchant}, args...)...))
	}
	for _, merchant := range slices.Sorted(maps.Keys(brands)) {
		b := brands[merchant]
		checkBrand(b, func(field, reason string) { add(merchant, field, " %s", reason) })
		for _, reason := range checkWords(b.Success) {
			add(merchant, "success", "%s", reason)
		}
		if b.Logo != "" {
			if b.LogoImage, err = readLogo(filepath.Join(filepath.Dir(path), b.Logo)); err != nil {
				add(merchant, "logo", ": %w", err)
			}
		}
		brands[merchant] = b
	}
	return brands, errors.Join(faults...)
}

// refuseUnshown notes the merchants' texts in other languages than the pages', which
// no page would show.
func refuseUnshown(brands map[string]site.Brand, languages []string, faults *Faults) {
	for _, merchant := range slices.Sorted(maps.Keys(brands)) {
		for _, tag := range slices.Sorted(maps.Keys(brands[merchant].Success)) {
			if tag != "" && !slices.Contains(languages, tag) {
				faults.add("PAYAPP_BRANDING", "%s: success: %q is none of the pages' languages, which docs/languages.md lists", merchant, tag)
			}
		}
	}
}

// readLogo accepts a whole PNG.
func readLogo(path string) ([]byte, error) {
	logo, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(logo) > maxLogo {
		return nil, fmt.Errorf("%d bytes, %d at most", len(logo), maxLogo)
	}
	head, err := png.DecodeConfig(bytes.NewReader(logo))
	if err == nil && max(head.Width, head.Height) > maxLogoSide {
		return nil, fmt.Errorf("%d × %d pixels, %d a side at most", head.Width, head.Height, maxLogoSide)
	}
	if err == nil {
		_, err = png.Decode(bytes.NewReader(logo))
	}
	if err != nil {
		return nil, fmt.Errorf("not a PNG: %w", err)
	}
	return logo, nil
}
