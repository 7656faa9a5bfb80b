package main

import (
	"crypto/rsa"
	"fmt"
	"os"

	"payapp/sandbox/internal/token"
)

// keyOf reads the private key from PAYAPP_SANDBOX_KEY, or from the file that
// PAYAPP_SANDBOX_KEY_FILE names; nil when neither is set.
func keyOf(getenv func(string) string) (*rsa.PrivateKey, error) {
	text := getenv("PAYAPP_SANDBOX_KEY")
	if path := getenv("PAYAPP_SANDBOX_KEY_FILE"); text == "" && path != "" {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("PAYAPP_SANDBOX_KEY_FILE: %w", err)
		}
		text = string(data)
	}
	if text == "" {
		return nil, nil
	}
	key, err := token.ParsePrivateKey([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("PAYAPP_SANDBOX_KEY: %w", err)
	}
	return key, nil
}
