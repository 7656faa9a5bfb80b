package findings

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestPrint(t *testing.T) {
	var list List
	list.Well("clock", "agrees within %d s", 1)
	list.Warn("proxy", "set PAYAPP_TRUSTED_PROXIES", "nobody is trusted")
	list.Fail("store", "start it", "gone\x1b[2J")
	list.Unknown("log", "ask the proxy", "not seen from here")
	var text strings.Builder
	if err := list.Print(&text); err != nil {
		t.Fatal(err)
	}
	const want = `well     clock        agrees within 1 s
warning  proxy        nobody is trusted
                      → set PAYAPP_TRUSTED_PROXIES
fault    store        gone[2J
                      → start it
unknown  log          not seen from here
                      → ask the proxy
4 looked at, 1 at fault
`
	if text.String() != want {
		t.Errorf("got\n%s", &text)
	}
	text.Reset()
	if err := list.PrintJSON(&text); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Well     bool
		Findings List
	}
	if err := json.Unmarshal([]byte(text.String()), &read); err != nil || read.Well || len(read.Findings) != 4 || read.Findings[2].Verdict != Fault {
		t.Errorf("got %+v, %v", read, err)
	}
}
