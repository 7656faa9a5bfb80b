package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	english, err := os.ReadFile("messages/en.json")
	if err != nil {
		return fmt.Errorf("run in the i18n folder: %w", err)
	}
	written, err := code(english)
	if err != nil {
		return err
	}
	return os.WriteFile("messages_gen.go", written, 0o644)
}
