package e2e

import "testing"

// The sandbox's page of the interface is Swagger UI. It works within the
// sandbox's policy and without third-party requests, which every tab's observer
// checks, and can make a call.
func TestInterfacePageTriesOutACall(t *testing.T) {
	for _, c := range []customer{{device: desktop}, {device: phone, dark: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.visit(worldOf(t).sandbox + "/interface")
			b.until("all operations", `document.querySelectorAll(".opblock").length == 49`) // 16 of them the gateway's
			token := `#operations-Tokens-createToken `
			for _, part := range []string{".opblock-summary-control", ".try-out__btn", ".execute"} {
				element := "document.querySelector(" + quoted(token+part) + ")"
				b.until(part, element+" != null")
				b.tell(element + ".click()") // not by position, which moves while the page unfolds
			}
			b.until("a token", `document.querySelector("`+token+`.live-responses-table tbody .response-col_status")?.innerText.startsWith("200") ?? false`)
		})
	}
}
