package server

import (
	"fmt"

	"payapp/methods"
)

// LoadCatalogue reads the catalogue file, if one is configured.
func LoadCatalogue(path string) (*methods.Catalogue, error) {
	if path == "" {
		return methods.Default(), nil
	}
	catalogue, err := methods.LoadFile(path)
	if err != nil {
		return nil, fmt.Errorf("PAYAPP_CATALOGUE: %w", err)
	}
	return catalogue, nil
}
