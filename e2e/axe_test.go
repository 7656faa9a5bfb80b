package e2e

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axe is axe-core as npm has it (testdata/README.md).
//
//go:embed testdata/axe-4.14.1.min.js
var axe string

// axeContrast is the only rule whose result differs between a dark and a light
// page.
const axeContrast = `["color-contrast"]`

// violation is what axe finds.
type violation struct {
	ID, Help string
	Nodes    []string
}

// axeWorld loads axe beside the page.
func (b *tab) axeWorld() runtime.ExecutionContextID {
	b.t.Helper()
	return b.worldWith("axe", axe)
}

// worldWith loads a judge's script into an isolated world, so that the page's
// content security policy needn't change.
func (b *tab) worldWith(name, script string) runtime.ExecutionContextID {
	b.t.Helper()
	var id runtime.ExecutionContextID
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		tree, err := cdp.Call(ctx, s, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		world, err := cdp.Call(ctx, s, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: name})
		if err != nil {
			return err
		}
		id = world.ExecutionContextID
		_, err = chromedp.Evaluate[chromedp.Void](script, func(p *runtime.EvaluateParams) { p.ContextID = id })(ctx, s)
		return err
	})
	return id
}

// inspect runs axe on the current page. rules is a JSON list, "" for all.
func (b *tab) inspect(world runtime.ExecutionContextID, rules string) {
	b.t.Helper()
	only := ""
	if rules != "" {
		only = `, runOnly: {type: "rule", values: ` + rules + `}`
	}
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	found, err := chromedp.Run(ctx, chromedp.Evaluate[[]violation](`axe.run(document, {resultTypes: ["violations"]`+only+`}).then(r => r.violations.map(v => (
		{ID: v.id, Help: v.help, Nodes: v.nodes.map(n => n.html.slice(0, 200) + " " + n.any.map(a => a.message).join("; "))})))`,
		func(p *runtime.EvaluateParams) { p.ContextID = world }, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: axe: %v", b.customer, err)
	}
	for _, v := range found {
		b.t.Errorf("%s: axe on %s (%s): %s: %s\n\t%s", b.customer, b.page(), ask[string](b, "document.documentElement.lang"), v.ID, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// inspectAll runs axe on the page light and dark.
func (b *tab) inspectAll() {
	b.t.Helper()
	world := b.axeWorld()
	b.inspect(world, "")
	b.light(false)
	b.inspect(world, axeContrast)
	b.light(true)
}

// light switches between light and dark. Colours that would fade over have
// faded at once.
func (b *tab) light(on bool) {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error { return scheme(ctx, s, !on) })
	b.until("still", fmt.Sprintf(`matchMedia("(prefers-color-scheme: dark)").matches != %t && (() => {
		const fading = document.getAnimations().filter(a => a.effect.getComputedTiming().iterations != Infinity) // an endless animation may continue
		fading.forEach(a => a.finish())
		return fading.length == 0
	})()`, on))
}

// axe finds nothing on the way through the payments with the most kinds of
// pages. TestEveryPage has all pages, with made-up data.
func TestAccessibleOnTheWay(t *testing.T) {
	for lang, d := range map[string]device{"en": phone, "th": desktop} {
		t.Run(lang+"/"+d.name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{device: d})
			walkInspecting(t, b, lang)
		})
	}
}

func walkInspecting(t *testing.T, b *tab, lang string) {
	b.seen.expect(400, 403)
	o := newOrder(t, "499.00", "INR", "lang", lang)
	b.enter(o)
	b.inspectAll() // options
	b.click(`input[name=paymentMethodCode][value=P2A_V2]`)
	b.press(`button:not([name])` + action("continue"))
	b.inspectAll() // operators
	b.pay(choice{method: "P2A_V2"})
	b.inspectAll() // transfer
	b.press("main " + action("continue"))
	b.press(action("submit-reference"))
	b.want("reference")
	b.inspectAll() // a faulty field
	b.fill("reference", "432112345678")
	b.press(action("submit-reference"))
	b.inspectAll() // pending
	o.set("SUCCESS")
	b.wantStatus("success")
	b.inspectAll()

	o = newOrder(t, "800", "TWD", "lang", lang)
	b.enter(o)
	b.choose(choice{method: "CODE_PAYMENT", operator: "ibon"})
	b.press(action("pay")) // with nothing filled in
	b.want("details")
	b.inspectAll()
	b.pay(choice{method: "CODE_PAYMENT", operator: "ibon", fields: taiwan})
	b.inspectAll() // store code
	o.set("REFUSED")
	b.wantStatus("failed")
	b.inspectAll()

	o = newOrder(t, "99.00", "THB", "lang", lang, "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567")
	b.enter(o)
	b.want("review")
	b.inspectAll()
	b.press(action("pay"))
	b.want("instructions")
	b.inspectAll() // QR

	b.visit(theWorld.app + "/?merchantCode=DEMO&lang=" + lang)
	b.want("problem")
	b.inspectAll()
}
