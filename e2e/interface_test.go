package e2e

import (
	"payapp/e2e/kit"
	"testing"
)

// The sandbox's page of the interface is Swagger UI. It works within the
// sandbox's policy and without third-party requests, which every tab's observer
// checks, and can make a call.
func TestInterfacePageTriesOutACall(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: desktop}, {Device: phone, Dark: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.Visit(worldOf(t).Sandbox + "/interface")
			b.Until("all operations", `document.querySelectorAll(".opblock").length == 50`) // 16 of them the gateway's
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
