package kit

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Record is what a tab leaves. Tokens are masked.
type Record struct {
	Customer string      `json:"customer"`
	Began    time.Time   `json:"began"`
	Faults   []string    `json:"faults,omitempty"` // seen by the observer
	Journal  []Entry     `json:"journal"`
	Film     []Frame     `json:"film,omitempty"`
	Axe      []Violation `json:"axe,omitempty"`
	Stories  []Story     `json:"stories,omitempty"` // of a failed walk's orders
	Files    []string    `json:"files,omitempty"`   // kept in the folder of failures
}

// Frame is a page as it was shown.
type Frame struct {
	At      int64             `json:"at"` // milliseconds since the tab was opened
	Address string            `json:"address"`
	Lang    string            `json:"lang"`
	Data    map[string]string `json:"data"` // main's data- attributes and what has one, by name
	Words   string            `json:"words"`
	Picture []byte            `json:"picture,omitempty"` // WebP
}

// evidencePatience is how long each piece of evidence may take: the walk has ended.
const evidencePatience = 10 * time.Second

// filmQuality makes a page some ten kilobytes, and leaves it readable.
const filmQuality = 40

// look reads what a frame says of the page.
const look = `(() => {
	const data = {}, main = document.querySelector("main")
	for (const [name, value] of Object.entries(main?.dataset ?? {})) if (value.length < 200) data[name] = value
	for (const e of document.querySelectorAll("main [data-row], main [data-amount], main [data-error], main [data-qr], main [data-deadline]"))
		if (e.checkVisibility()) for (const [name, value] of Object.entries(e.dataset)) {
			const key = name == "value" ? "row " + e.dataset.row : name
			if (name != "row" && value.length < 200) data[key] = value || e.dateTime || "there"
		}
	return {Address: location.href, Lang: document.documentElement.lang, Data: data, Words: (main ?? document.body)?.innerText ?? ""}
})()`

// shoot adds the page to the film, if it isn't the last one there.
func (b *Tab) shoot() {
	if !b.World.Film && !b.World.Axe {
		return
	}
	const what = `(data => performance.timeOrigin + " " + data.page + " " + data.status)(document.querySelector("main")?.dataset ?? {})`
	if now, err := Eval[string](b, what); err == nil && now != b.filmed {
		b.filmed = now
		if b.World.Film {
			b.expose()
		}
		if app, _ := Eval[bool](b, `!!document.querySelector("main[data-page]")`); b.World.Axe && app {
			b.judge()
		}
	}
}

func (b *Tab) expose() {
	frame, err := Eval[Frame](b, look)
	if err != nil {
		return // gone already
	}
	frame.At = time.Since(b.Observer.began).Milliseconds()
	frame.Address, frame.Words = b.Observer.Mask(frame.Address), b.Observer.Mask(frame.Words)
	for name, value := range frame.Data {
		frame.Data[name] = b.Observer.Mask(value)
	}
	d := b.Customer.Device
	frame.Picture, _ = b.capture(page.CaptureScreenshotParams{
		Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(filmQuality)), OptimizeForSpeed: new(true),
		Clip: &page.Viewport{Width: float64(d.Width), Height: float64(d.Height), Scale: 1 / d.Scale},
	})
	b.film = append(b.film, frame)
}

// report fails the test if the observer found something, keeps the screenshot, the
// page and the journal of a failed one, and gives the record away.
func (b *Tab) report() {
	b.t.Helper()
	w := *b.World
	w.Patience = min(b.patience(), evidencePatience)
	b.World = &w
	if len(b.Observer.cameWith()) > 0 {
		b.Check() // it may have changed since the last step
	}
	b.tell()
	if at := b.endsAt(); at != "" && !b.t.Failed() {
		b.t.Errorf("%s: the test ends at the problem %s, which it doesn't expect%s: %s", b.Customer, at, b.why(), b.Describe())
	}
	if b.t.Failed() && b.World.Left != nil {
		b.expose()
	}
	_, journal := b.Observer.Take()
	record := Record{Customer: b.Customer.String(), Began: b.Observer.began, Faults: b.faults, Journal: journal, Film: b.film, Axe: b.axe}
	if b.t.Failed() {
		record.Stories = b.stories()
		for _, story := range record.Stories {
			b.t.Logf("order %s in the sandbox: %s", story.ID, story.Console)
		}
	}
	if b.t.Failed() && b.World.Failures != "" {
		record.Files = b.save(record)
	}
	if b.World.Left != nil {
		b.World.Left(b.t, record)
	}
}

// endsAt is the problem page of an order's tab that nothing leads on from, if the test
// doesn't expect one.
func (b *Tab) endsAt() string {
	at, err := Eval[string](b, `document.querySelector("main[data-page=problem]")?.dataset.problem ?? ""`)
	if err != nil || b.problem || len(b.Observer.cameWith()) == 0 || slices.Contains(asksAgain, at) {
		return ""
	}
	return at
}

// save writes a failed walk's evidence, and names the files.
func (b *Tab) save(record Record) (files []string) {
	folder := filepath.Join(b.World.Failures, strings.NewReplacer("/", "_", " ", "_").Replace(b.t.Name()))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.t.Logf("%v", err)
		return nil
	}
	stem := filepath.Join(folder, time.Now().Format("150405.000")+"-"+b.Customer.String())
	write := func(suffix string, data []byte) {
		if err := os.WriteFile(stem+suffix, data, 0o644); err != nil {
			b.t.Logf("%v", err)
			return
		}
		files = append(files, stem+suffix)
	}
	var lines strings.Builder
	for _, e := range record.Journal {
		fmt.Fprintf(&lines, "%8.3f %s: %s\n", float64(e.At)/1000, e.Kind, e.Text)
	}
	for _, story := range record.Stories {
		lines.WriteString("\n" + story.String())
	}
	write(".log", []byte(lines.String()))
	if html, err := Eval[string](b, `location.href + "\n" + document.documentElement.outerHTML`); err == nil {
		write(".html", []byte(b.Observer.Mask(html)))
	}
	if picture, err := b.Picture(); err == nil {
		write(".png", picture)
	}
	b.t.Logf("kept %s", strings.Join(files, ", "))
	return files
}

// Picture is the whole page as PNG.
func (b *Tab) Picture() ([]byte, error) {
	return b.capture(page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
}

func (b *Tab) capture(how page.CaptureScreenshotParams) ([]byte, error) {
	ctx, cancel := context.WithTimeout(b.Root, b.patience())
	defer cancel()
	return chromedp.Run(ctx, func(ctx context.Context, s *chromedp.Target) ([]byte, error) {
		shot, err := cdp.Call(ctx, s, page.CaptureScreenshot, how)
		return shot.Data, err
	})
}
