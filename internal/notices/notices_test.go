package notices

import (
	"os"
	"strings"
	"testing"

	"payapp/internal/testing/golden"
)

// What is embedded are the notices of what is linked, today.
func TestNoticesAreThoseOfWhatIsLinked(t *testing.T) {
	if _, err := os.ReadFile("../../go.mod"); err != nil { // so that Go's cache knows that this test depends on it
		t.Fatal(err)
	}
	files, err := collect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		golden.Compare(t, name, text, "go generate ./internal/notices")
	}
	for _, want := range []string{"github.com/labstack/echo/v4 v4.", "modernc.org/sqlite v1.", "Go, its standard library", "Apache License", "Lucide"} {
		if !strings.Contains(All(), want) {
			t.Errorf("nothing tells of %q", want)
		}
	}
	if strings.Contains(files["production.txt"], "modernc.org/sqlite") {
		t.Error("the production build tells of the sandbox's database")
	}
}
