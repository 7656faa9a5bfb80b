package middleware

import (
	"os"
	"strings"
	"testing"
)

// Scripts run by their hashes alone. Only `make dev` adds something when it links,
// by the variable's name, which the linker doesn't miss if it is another.
func TestOrdinaryBuildsAllowNoOtherScript(t *testing.T) {
	makefile, err := os.ReadFile("../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(makefile), "payapp/handlers/internal/middleware.reloading="); n != 1 || reloading != "" {
		t.Errorf("named %d times in the Makefile, and %q here", n, reloading)
	}
	_, scripts, _ := strings.Cut(policy, "script-src ")
	scripts, _, _ = strings.Cut(scripts, ";")
	for source := range strings.FieldsSeq(scripts) {
		if !strings.HasPrefix(source, "'sha256-") {
			t.Errorf("the policy allows %s", source)
		}
	}
}
