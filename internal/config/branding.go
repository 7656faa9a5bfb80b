package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"go.yaml.in/yaml/v3"

	"payapp/internal/site"
)

// maxSuccess is the most characters that the heading of success may have.
const maxSuccess = 80

// maxLogo is the size limit of a logo in bytes; pages are light.
const maxLogo = 16 << 10

var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// loadBranding reads a YAML or JSON file of brands by merchant code.
func loadBranding(path string) (map[string]site.Brand, error) {
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
	var faults []error
	add := func(merchant, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: %s: "+format, append([]any{path, merchant}, args...)...))
	}
	for _, merchant := range slices.Sorted(maps.Keys(brands)) {
		b := brands[merchant]
		checkTags(reflect.ValueOf(b), "yaml", func(name, reason string) {
			add(merchant, "%s %s", name, reason)
		})
		for _, reason := range checkWords(b.Success, "success", maxSuccess) {
			add(merchant, "%s", reason)
		}
		if b.Logo != "" {
			if b.LogoPNG, err = readLogo(filepath.Join(filepath.Dir(path), b.Logo)); err != nil {
				add(merchant, "logo: %w", err)
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

// readLogo accepts only PNG: an SVG can contain script.
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
