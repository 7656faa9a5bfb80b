package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := build("src")
	if err != nil {
		return err
	}
	if err := os.RemoveAll("dist"); err != nil {
		return err
	}
	if err := os.Mkdir("dist", 0o755); err != nil {
		return err
	}
	for name, body := range files {
		if err := os.WriteFile(filepath.Join("dist", name), body, 0o644); err != nil {
			return err
		}
	}
	return nil
}
