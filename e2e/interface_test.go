package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"payapp/e2e/kit"
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

// What the page has beside Swagger UI, whose markup isn't ours, is judged like the
// sandbox's other pages.
func TestSandboxInterfaceIsJudged(t *testing.T) {
	begin(t)
	for _, c := range []customer{{Device: kit.Narrow}, {Device: desktop}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			b := open(t, c)
			b.Visit(worldOf(t).Sandbox + "/about")
			for _, fault := range b.conform(b.WorldWith("html-validate", htmlValidate+judge), source(t, worldOf(t).Sandbox+"/interface")) {
				t.Errorf("%s: %s (%s, line %d)", fault.Rule, fault.Message, fault.Selector, fault.Line)
			}
			b.Visit(worldOf(t).Sandbox + "/interface")
			b.unfolded()
			b.Tell(`document.querySelector("#swagger-ui").remove()`)
			axe := b.AxeWorld()
			rules, err := chromedp.Run(b.Root, chromedp.Evaluate[string](`JSON.stringify(axe._audit.rules.filter(r => r.enabled && !r.preload).map(r => r.id))`,
				func(p *runtime.EvaluateParams) { p.ContextID = axe }))
			if err != nil {
				t.Fatal(err)
			}
			b.Inspect(axe, rules) // all but those that read styles, which stumble over the @import
			b.Light(false)
			b.Inspect(axe, `["color-contrast"]`)
			if wide := ask[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
				t.Errorf("scrolls to the side by %d px", wide)
			}
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
