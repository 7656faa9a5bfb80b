package kit

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axe is axe-core as npm has it (e2e/testdata/README.md).
//
//go:embed testdata/axe-4.14.1.min.js
var axe string

// axeContrast is the only rule whose result differs between a dark and a light
// page.
const axeContrast = `["color-contrast"]`

// Violation is what axe finds.
type Violation struct {
	ID, Help string
	Nodes    []string
}

// AxeWorld loads axe beside the page.
func (b *Tab) AxeWorld() runtime.ExecutionContextID {
	b.t.Helper()
	return b.WorldWith("axe", axe)
}

// WorldWith loads a judge's script into an isolated world, so that the page's
// content security policy needn't change.
func (b *Tab) WorldWith(name, script string) runtime.ExecutionContextID {
	b.t.Helper()
	id, err := b.isolated(name, script)
	if err != nil {
		b.t.Fatalf("%s: %s: %v", b.Customer, name, err)
	}
	return id
}

func (b *Tab) isolated(name, script string) (id runtime.ExecutionContextID, err error) {
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	return id, chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		tree, err := cdp.Call(ctx, s, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		world, err := cdp.Call(ctx, s, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{
			FrameID: tree.FrameTree.Frame.ID, WorldName: name,
		})
		if err != nil {
			return err
		}
		id = world.ExecutionContextID
		_, err = chromedp.Evaluate[chromedp.Void](script, func(p *runtime.EvaluateParams) { p.ContextID = id })(ctx, s)
		return err
	}))
}

// Inspect runs axe on the current page. rules is a JSON list, "" for all, those included
// that axe leaves out by itself.
func (b *Tab) Inspect(world runtime.ExecutionContextID, rules string) {
	b.t.Helper()
	if err := b.inspect(world, rules); err != nil {
		b.t.Fatalf("%s: axe: %v", b.Customer, err)
	}
}

func (b *Tab) inspect(world runtime.ExecutionContextID, rules string) error {
	b.t.Helper()
	only := `, rules: Object.fromEntries(axe.getRules().map(r => [r.ruleId, {enabled: true}]))`
	if rules != "" {
		only = `, runOnly: {type: "rule", values: ` + rules + `}`
	}
	type verdict struct {
		Page, Lang string
		Found      []Violation
	}
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	// At the page's end, where no bar at the screen's edge lies over anything: a row that is
	// half under one isn't too small to be pressed.
	says, err := chromedp.Run(ctx, chromedp.Evaluate[verdict](`(() => {
		const top = scrollY
		scrollTo({top: document.documentElement.scrollHeight, behavior: "instant"})
		return axe.run(document, {resultTypes: ["violations"]`+only+`}).then(r => ({
			Page: document.querySelector("main")?.dataset.page ?? "", Lang: document.documentElement.lang, Found: r.violations.map(v => (
			{ID: v.id, Help: v.help, Nodes: v.nodes.map(n => n.html.slice(0, 200) + " " + n.any.map(a => a.message).join("; "))}))
		})).finally(() => scrollTo({top, behavior: "instant"}))
	})()`,
		func(p *runtime.EvaluateParams) { p.ContextID = world }, chromedp.EvalAwaitPromise))
	if err != nil {
		return err
	}
	b.axe = append(b.axe, says.Found...)
	for _, v := range says.Found {
		b.t.Errorf("%s: axe on %s (%s): %s: %s\n\t%s", b.Customer, says.Page, says.Lang, v.ID, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
	return nil
}

// judge is Inspect for a page that may go on by itself meanwhile. The leaving page is
// stopped, as a customer's press does: a Chromium that left during an inspection has
// answered nothing any more.
func (b *Tab) judge() {
	b.t.Helper()
	if b.Page() == "leaving" {
		b.Tap(point{X: 1, Y: 1})
	}
	world, err := b.isolated("axe", axe)
	if err == nil {
		err = b.inspect(world, "")
	}
	if err != nil && !betweenPages(err) {
		b.t.Fatalf("%s: axe: %v", b.Customer, err)
	}
}

// InspectAll runs axe on the page light and dark.
func (b *Tab) InspectAll() {
	b.t.Helper()
	world := b.AxeWorld()
	b.Inspect(world, "")
	b.Light(false)
	b.Inspect(world, axeContrast)
	b.Light(true)
}

// Light switches between light and dark. Colours that would fade over have
// faded at once.
func (b *Tab) Light(on bool) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) error { return scheme(ctx, s, !on) })
	b.Until("still", fmt.Sprintf(`matchMedia("(prefers-color-scheme: dark)").matches != %t && (() => {
		// An endless animation may continue.
		const fading = document.getAnimations().filter(a => a.effect.getComputedTiming().iterations != Infinity)
		fading.forEach(a => a.finish())
		return fading.length == 0
	})()`, on))
}
