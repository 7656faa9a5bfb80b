package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/internal/testing/thirds"
	"payapp/views/gallery"
)

// everything makes the suites take every page in every language, and every customer
// on every walk, instead of in turns; it takes half an hour (make test-all).
var everything = os.Getenv("PAYAPP_E2E_ALL") == "true"

// turns distributes a list's members over walks: one for each, or all of them if
// everything is set.
func turns[T any](list []T, turn int) []T {
	if everything || len(list) == 0 {
		return list
	}
	return list[turn%len(list):][:1]
}

// inTurn are the languages that share the pages, beside English, which has them all: from
// right to left, with longer words than any language has, and with shorter ones.
var inTurn = []string{i18n.PseudoRTL, i18n.PseudoLong, "zh-Hans"}

// Every page in every state is visited once, and judged there in every way that only a
// browser can. English has all pages; of three other languages each has a third, from
// right to left with axe.
func TestEveryPage(t *testing.T) {
	begin(t)
	entries := thirds.Part(t, gallery.Entries())
	for half := range 2 {
		t.Run(fmt.Sprint("en/", half), func(t *testing.T) {
			b, address := inOwnGallery(t, phone)
			for i, e := range entries {
				if i%2 == half {
					b.Visit(address + "/" + e.Name + "?lang=en")
					b.judge(e, "en")
				}
			}
		})
	}
	for _, lang := range others(t) { // a tab for each: a tab's journal grows with its pages
		t.Run(lang, func(t *testing.T) {
			b, address := inOwnGallery(t, phone)
			for i, e := range entries {
				if everything || lang == inTurn[i%len(inTurn)] {
					b.Visit(address + "/" + e.Name + "?lang=" + lang)
					b.judge(e, lang)
				}
			}
		})
	}
}

// others are the languages beside English that pages are looked at in.
func others(t *testing.T) []string {
	t.Helper()
	if !everything {
		return inTurn
	}
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	list := []string{i18n.PseudoRTL, i18n.PseudoLong}
	for _, l := range bundle.Locales() {
		if l.Tag() != "en" {
			list = append(list, l.Tag())
		}
	}
	return list
}

// judge judges the page that is shown.
func (b *tab) judge(e gallery.Entry, lang string) {
	b.t.Helper()
	what := e.Name + " in " + lang
	if everything || lang == "en" || lang == i18n.PseudoRTL {
		b.InspectAll()
	}
	b.wantPressable(what)
	b.wantLargeText(what)
	for _, d := range []device{kit.Narrow, kit.Zoomed} {
		b.wear(d)
		b.wantFits(what + ", " + d.Name)
	}
	b.wear(phone)
	if lang == "en" { // words make no difference
		b.wantItsOwnColours(what)
		b.wantNoPointer(what)
	}
	b.wantOneScreen(e, lang)
	b.wear(phone)
}

// wantPressable checks that everything that can be pressed has 44 px in both
// directions: ours, and more than WCAG 2.2's 24 (2.5.8). A link within a
// sentence is as tall as its line.
func (b *tab) wantPressable(what string) {
	b.t.Helper()
	small := ask[[]string](b, `[...document.querySelectorAll("main :is(a, button):not(.vh)")].filter(e => e.checkVisibility()).
		filter(e => !(e.matches("a:not([class])") && e.closest("li, p"))).
		filter(e => (r => r.width < 44 || r.height < 44)(e.getBoundingClientRect())).map(e => e.outerHTML)`)
	if len(small) > 0 {
		b.t.Errorf("%s: too small: %s", what, strings.Join(small, "\n"))
	}
}

// wantLargeText is WCAG 2.2, 1.4.4: "text can be resized … up to 200 percent without loss of
// content or functionality". At that size nothing scrolls sideways on a phone.
func (b *tab) wantLargeText(what string) {
	b.t.Helper()
	resize := func(size string) string {
		return ask[string](b, `(document.documentElement.style.fontSize = "`+size+`", getComputedStyle(document.querySelector("h1")).fontSize)`)
	}
	if size := resize("200%"); size < "32px" || len(size) != 4 {
		b.t.Fatalf("%s: the heading has %s", what, size)
	}
	b.wantFits(what + ", text twice as large")
	resize("")
}

// wantItsOwnColours checks that with the system's colours whatever can be pressed or filled in has a
// border, the mark of success a line, and a code keeps its own colours: scanners need dark on light.
func (b *tab) wantItsOwnColours(what string) {
	b.t.Helper()
	b.asked(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	bare := ask[[]string](b, `[...document.querySelectorAll(".go, .alt, .rows .text, .steps li:not(.on), input:not([type=hidden], [type=radio], [type=checkbox])")]
		.filter(n => n.checkVisibility())
		.filter(n => (s => s.borderTopStyle == "none" || parseFloat(s.borderTopWidth) < 1)(getComputedStyle(n)))
		.map(n => n.outerHTML.slice(0, 80))`)
	if len(bare) > 0 {
		b.t.Errorf("%s: without a border: %q", what, bare)
	}
	if ask[bool](b, `[...document.querySelectorAll(".state > .success")].some(n => getComputedStyle(n).stroke == "none")`) {
		b.t.Errorf("%s: the mark of success has no line", what)
	}
	wrong := ask[[]string](b, `[...document.querySelectorAll(".qr svg path")]
		.map(n => getComputedStyle(n).fill + " on " + getComputedStyle(n.closest(".qr")).backgroundColor)
		.filter(s => !/^rgb\((0, 0, 0|255, 255, 255)\) on rgb\(255, 255, 255\)$/.test(s))`)
	if len(wrong) > 0 {
		b.t.Errorf("%s: codes are %q", what, wrong)
	}
	b.asked()
}

// wantNoPointer checks that where there is no pointer at all (a switch, a voice, a keyboard
// alone), a page has what it has with a finger.
func (b *tab) wantNoPointer(what string) {
	b.t.Helper()
	const seen = `[...document.querySelectorAll("main a, main button, main input, main svg, main summary")].filter(n => n.checkVisibility()).length`
	with := ask[int](b, seen)
	b.touch(false)
	if !ask[bool](b, `matchMedia("(pointer: none)").matches`) {
		b.t.Fatalf("%s: there is still a pointer", what)
	}
	if without := ask[int](b, seen); without < with {
		b.t.Errorf("%s: %d of %d controls and pictures are there without a pointer", what, without, with)
	}
	b.touch(true)
}

// laptops are the languages in which nobody scrolls on a laptop to pay or to see how it
// stands. Beside English only what comes after paying may be below the first screen. Without a
// finger a page is as with a mouse, or longer by what only a phone's reader needs.
var laptops = []string{"en", "zh-Hans", "ja", "de", "ta", "my"}

func (b *tab) wantOneScreen(e gallery.Entry, lang string) {
	b.t.Helper()
	if !slices.Contains(laptops, lang) || !strings.HasPrefix(e.Name, "instructions") && !strings.HasPrefix(e.Name, "status") {
		return
	}
	b.wear(desktop)
	b.touch(false)
	defer b.touch(true)
	last := "document.documentElement.scrollHeight"
	if lang != "en" {
		last = `document.querySelector(".how, .state, .note").getBoundingClientRect().bottom`
	}
	if height := ask[float64](b, last); height > float64(desktop.Height) {
		b.t.Errorf("%s in %s is %.0f px high on a laptop", e.Name, lang, height)
	}
}

// wantFits checks what must hold for every page, that nothing scrolls to the side above
// all, and tells what was found.
func (b *tab) wantFits(what string) {
	b.t.Helper()
	b.Check()
	faults, _ := b.Observer.Take()
	for _, fault := range faults {
		b.t.Errorf("%s: %s", what, fault)
	}
}
