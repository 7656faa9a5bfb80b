package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"payapp/e2e/kit"
)

// The interface can be tried out in Swagger UI. It works within the
// sandbox's policy and without third-party requests, which every tab's observer
// checks, and can make a call.
func TestInterfacePageTriesOutACall(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: desktop}, {Device: phone, Dark: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.Visit(worldOf(t).Sandbox + "/interface/try")
			b.unfolded()
			token := `#operations-Tokens-createToken `
			for _, part := range []string{".opblock-summary-control", ".try-out__btn", ".execute"} {
				element := "document.querySelector(" + kit.Quoted(token+part) + ")"
				b.Until(part, element+" != null")
				b.Tell(element + ".click()") // not by position, which moves while the page unfolds
			}
			b.Until("a token", `document.querySelector("`+token+`.live-responses-table tbody .response-col_status")?.innerText.startsWith("200") ?? false`)
		})
	}
}

// unfolded waits for all operations of the document, but for its callbacks, which
// stand deeper.
func (b *tab) unfolded() {
	b.t.Helper()
	document, err := os.ReadFile("../sandbox/openapi.yaml")
	if err != nil {
		b.t.Fatal(err)
	}
	b.Until("all operations", fmt.Sprintf(`document.querySelectorAll(".opblock").length == %d`, strings.Count(string(document), "\n      operationId: ")))
}
