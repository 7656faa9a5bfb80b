package e2e

import "testing"

// The sandbox's page of the interface: Swagger UI within the sandbox's policy
// and without requests to anybody else, which every tab's observer watches, and
// a call made there.
func TestInterfacePageTriesOutACall(t *testing.T) {
	for _, c := range []customer{{device: desktop}, {device: phone, dark: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.visit(worldOf(t).sandbox + "/interface")
			b.until("all operations", `document.querySelectorAll(".opblock").length == 16`)
			token := `#operations-Tokens-createToken `
			for _, part := range []string{".opblock-summary-control", ".try-out__btn", ".execute"} {
				element := "document.querySelector(" + quoted(token+part) + ")"
				b.until(part, element+" != null")
				b.tell(element + ".click()") // not by its place, which moves while the page unfolds
			}
			b.until("a token", `document.querySelector("`+token+`.live-responses-table tbody .response-col_status")?.innerText.startsWith("200") ?? false`)
		})
	}
}
