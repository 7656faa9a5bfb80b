package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// searchLogs looks for tokens in everything that was written down, the proxy's log
// included, and for the lines that should be there; it follows the order that was
// paid before.
func searchLogs(ctx context.Context, s *stage) error {
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
	story, err := followOrder(ctx, runbookFile, s.logs, s.followed)
	if err != nil {
		return err
	}
	at, missing := 0, ""
	for _, part := range []string{" payment opened {", " payment sent {", `"outcome":"created"`, `"to":"success"`, ` outcome shown {`} {
		for at < len(story) && !strings.Contains(story[at], part) {
			at++
		}
		if at == len(story) && missing == "" {
			missing = part
		}
	}
	s.is(missing == "", "one order is followed through the logs, in %d lines %s", len(story), missing)
	s.is(starts > 10, "each of %d starts says its build, settings and keys", starts)
	return nil
}
