package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// searchLogs looks for tokens in everything that was written down, the proxy's log
// included, and for the lines that should be there.
func searchLogs(_ context.Context, s *stage) error {
	files, err := filepath.Glob(filepath.Join(s.logs, "*.log"))
	if err != nil {
		return err
	}
	leaks, starts, proxied, size := 0, 0, 0, 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		size += len(text)
		for _, token := range s.tokens.all {
			leaks += strings.Count(string(text), token)
		}
		starts += strings.Count(string(text), `"msg":"start","version":"v1.`)
		if strings.Contains(name, "haproxy") {
			proxied = strings.Count(string(text), " GET / ")
		}
	}
	s.is(leaks == 0 && len(s.tokens.all) > 100, "none of %d tokens is in the logs (%d files, %d KB)", len(s.tokens.all), len(files), size>>10)
	s.is(proxied > 50, "HAProxy wrote down %d links without their query", proxied)
	s.is(starts > 10, "each of %d starts says its build, settings and keys", starts)
	return nil
}
