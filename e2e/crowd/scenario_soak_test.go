package main

import (
	"strings"
	"testing"
)

// A short soak: customers come at the gateway's rate while the sandbox loses
// answers; nothing is lost or done twice, and no goroutine is left. `make soak`
// lasts half an hour, and watches the memory, too.
func TestShortSoak(t *testing.T) {
	var out, errs strings.Builder
	if code := run(t.Context(), []string{"soak", "-for", "10s"}, &out, &errs); code != exitReached {
		t.Errorf("it ended with %d:\n%s%s", code, &out, &errs)
	}
}
