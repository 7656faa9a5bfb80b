package main

import (
	"context"
	"fmt"
	"os"

	"payapp/internal/notices/internal/collect"
)

func main() {
	files, err := collect.Files(context.Background())
	for name, text := range files {
		if err == nil {
			err = os.WriteFile(name, []byte(text), 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}
