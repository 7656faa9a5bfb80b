package server

import (
	"fmt"

	"payapp/methods"
	"payapp/methods/file"
	"payapp/money"
)

// LoadCatalogue reads the catalogue file, if one is configured, and registers
// its currencies.
func LoadCatalogue(path string) (*methods.Catalogue, error) {
	if path == "" {
		return methods.Default(), nil
	}
	catalogue, err := file.LoadFile(path)
	if err != nil {
		return nil, fmt.Errorf("PAYAPP_CATALOGUE: %w", err)
	}
	for _, currency := range catalogue.AddedCurrencies {
		money.Register(currency)
	}
	return catalogue, nil
}
