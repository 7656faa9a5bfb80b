package e2e

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"payapp/e2e/kit"
	"payapp/internal/testing/golden"
	"payapp/internal/testing/thirds"
	"payapp/views/gallery"
)

// keptPictures has the reference pictures; picturesFolder is where a person
// sees differences.
const (
	keptPictures   = "testdata/pictures"
	picturesFolder = "pictures"
)

// photo is one page in one state, as one kind of customer sees it.
type photo struct {
	entry, lang string
	device      device
	dark        bool
	brand       string
	part        part
}

// part is what a picture shows of a page: the frame and the page's own content have
// pictures of their own, so that a changed word changes few.
type part string

const (
	whole   part = ""
	content part = "content"
	frame   part = "frame"
	paper   part = "paper"
)

// papers are what a receipt is printed on, as wide in CSS pixels as what a printer leaves
// of them: 10 mm at each edge of a sheet, 5 of a roll.
var papers = []device{
	sheet("a4", 190), sheet("a4-landscape", 277), sheet("letter", 196), sheet("letter-landscape", 259), sheet("80mm", 70), sheet("58mm", 48),
}

func sheet(name string, mm int64) device {
	return device{Name: name, Width: mm * 960 / 254, Height: 400, Scale: 1}
}

func (p photo) name() string {
	name := p.entry + "." + p.lang + "." + p.device.Name
	if p.dark {
		name += ".dark"
	}
	if p.brand != "" {
		name += "." + p.brand
	}
	if p.part == frame {
		name += ".frame"
	}
	return name
}

// file is the reference picture's file.
func (p photo) file() string { return filepath.Join(keptPictures, p.name()+".png") }

// flat is a device with one device pixel for each CSS pixel, so that pictures
// stay small.
func flat(d device) device {
	d.Scale = 1
	return d
}

// onPhones and onDesktops are an English picture of each kind of page: of another state
// where a kind has several.
var (
	onPhones = []string{
		"options-operators", "languages", "details-fault", "review", "waiting-creating", "leaving-required", "instructions-required", "reference-fault",
		"status-receipt", "problem-entry-invalid",
	}
	onDesktops = []string{
		"options-banks", "languages", "details-many", "review-picked", "waiting", "leaving", "instructions-transfer-qr", "reference",
		"status-unknown", "problem-no-options",
	}
)

// albums select the pictures, for each tab that takes them: the pages' own content in
// English, on a phone and on a desktop, and in the languages that break a layout: from right
// to left, with long words on the narrowest phone, with tall letters, in Chinese and Japanese.
// They show the first screen of other states, some of them dark or with a brand, so that a
// word changes few pictures. The frame has pictures of its own.
func albums() map[string][]photo {
	english := func(d device, entries []string) (photos []photo) {
		for _, e := range entries {
			photos = append(photos, photo{entry: e, lang: "en", device: d, part: content})
		}
		return photos
	}
	small, wide, narrow := flat(phone), flat(desktop), flat(kit.Narrow)
	var printed []photo
	for _, p := range papers {
		printed = append(printed, photo{entry: "status-receipt", lang: "en", device: p, part: paper})
	}
	printed = append(printed, photo{entry: "instructions-later-store", lang: "en", device: papers[0], part: paper},
		photo{entry: "instructions-later-store", lang: "zh-Hant", device: papers[5], part: paper})
	return map[string][]photo{
		"paper": printed,
		"phone": english(small, onPhones),
		"desktop": append(english(wide, onDesktops),
			photo{"instructions-virtual-account", "ar", wide, false, "", content}, photo{"details-choice", "ja", wide, true, "", content},
			photo{"instructions-required", "en", wide, false, "", frame}),
		"languages": {
			{"options-methods", "ar", small, false, "", content}, {"details-many", "ar", small, false, "", content},
			{"reference-fault", "ar", small, false, "", content}, {"options-methods", "th", small, false, "plum", content},
			{"options-methods", "ta", narrow, false, "", content}, {"instructions-crypto", "ta", narrow, false, "", content},
			{"details-many", "de", narrow, false, "", content}, {"problem-amount-mismatch", "de", narrow, false, "", content},
			{"review", "my", small, false, "", content}, {"instructions-store", "my", small, true, "", content},
			{"leaving-required", "zh-Hant", small, false, "", content},
			{"instructions-required", "en", small, false, "", frame}, {"instructions-required", "ar", small, false, "", frame},
			{"instructions-required", "th", small, true, "forest", frame},
		},
	}
}

// tallest is where a picture is cut: what is below only repeats.
const tallest = 1120

// Each page is compared with its reference picture. `make baselines` accepts
// intended differences.
func TestPictures(t *testing.T) {
	begin(t)
	known := map[string]bool{}
	var report pictureReport
	if err := os.RemoveAll(picturesFolder); err != nil {
		t.Fatal(err)
	}
	t.Run("of", func(t *testing.T) {
		for name, photos := range albums() {
			for _, p := range photos {
				if _, ok := gallery.Find(p.entry); !ok || known[p.file()] {
					t.Errorf("%s is there twice, or the gallery has no such page", p.name())
				}
				known[p.file()] = true
			}
			t.Run(name, func(t *testing.T) {
				b, address := inOwnGallery(t, photos[0].device) // with a finger, or with a mouse
				b.setFonts()
				for _, p := range thirds.Part(t, photos) {
					b.visit(address, p)
					height := int64(tallest)
					if p.lang != "en" && p.part != paper {
						height = p.device.Height
					}
					report.compare(t, p, b.posed(p, height))
				}
			})
		}
	})
	if len(known) < 35 {
		t.Errorf("only %d pictures", len(known))
	}
	noneBut(t, known, keptPictures+"/*.png")
	report.write(t)
}

// noneBut fails for files of a pattern that aren't compared with anything any
// more, or removes them when files are rewritten.
func noneBut(t *testing.T, known map[string]bool, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if known[file] {
			continue
		}
		if !golden.Updating() {
			t.Errorf("%s belongs to no page", file)
		} else if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

// setFonts selects the fonts of the generic families: the full Chromium has
// settings for some scripts, the headless one has none.
func (b *tab) setFonts() {
	b.t.Helper()
	family := func(name string) *page.FontFamilies { return &page.FontFamilies{Standard: name, SansSerif: name} }
	var scripts []*page.ScriptFontFamilies
	for script, name := range map[string]string{
		"Hans": "Noto Sans CJK SC", "Hant": "Noto Sans CJK TC", "Jpan": "Noto Sans CJK JP", "Kore": "Noto Sans CJK KR", "Deva": "Noto Sans Devanagari",
	} {
		scripts = append(scripts, &page.ScriptFontFamilies{Script: script, FontFamilies: family(name)})
	}
	kit.Command(b.Tab, page.SetFontFamilies, page.SetFontFamiliesParams{FontFamilies: family("Noto Sans"), ForScripts: scripts})
}

// visit shows the photo's page as its customer's device has it.
func (b *tab) visit(address string, p photo) {
	b.t.Helper()
	b.wear(p.device)
	theme := "light"
	if p.dark {
		theme = "dark"
	}
	b.asked(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: theme}, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	if p.part == paper {
		kit.Command(b.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	}
	b.Visit(address + "/" + p.entry + "?lang=" + p.lang + "&brand=" + p.brand)
	if p.part == frame {
		b.Tell(`document.querySelector("main").replaceChildren()`)
	}
}

// posed is the picture of the page that is shown, or of its own content, standing still,
// down to tallest CSS pixels.
func (b *tab) posed(p photo, tallest int64) image.Image {
	b.t.Helper()
	b.Until("with its fonts and pictures", `document.fonts.status == "loaded" && [...document.images].every(i => i.complete) && document.getAnimations().length == 0`)
	b.Tell(`document.documentElement.style.caretColor = "transparent"`) // it blinks
	height := float64(min(tallest, ask[int64](b, `document.documentElement.scrollHeight`)))
	beyond := height > float64(p.device.Height)
	if beyond && p.device.Mobile {
		// Beyond its screen Chromium takes a phone's page as if it had a mouse.
		tall := p.device
		tall.Height, beyond = int64(height), false
		b.wear(tall)
		// A page that took the focus to its faults has scrolled; the taller one must be painted.
		b.Tell(`[scrollTo(0, 0), requestAnimationFrame(() => requestAnimationFrame(() => document.documentElement.dataset.painted = ""))]`)
		b.Until("painted", `"painted" in document.documentElement.dataset`)
	}
	clip := page.Viewport{Width: float64(p.device.Width), Height: height, Scale: 1}
	if p.part == content {
		main := ask[struct{ X, Y, Width, Height float64 }](b, `(r => ({X: Math.round(r.left), Y: Math.round(r.top + scrollY), Width: Math.round(r.width), Height: Math.round(r.height)}))(document.querySelector("main").getBoundingClientRect())`)
		clip.X, clip.Y, clip.Width, clip.Height = main.X, main.Y, main.Width, min(main.Height, height-main.Y)
	}
	shot := kit.Command(b.Tab, page.CaptureScreenshot, page.CaptureScreenshotParams{
		// Pages that fit are taken as they stand: beyond its screen Chromium shifts a desktop's page that is read from right to left.
		CaptureBeyondViewport: new(beyond), OptimizeForSpeed: new(true),
		Clip: &clip,
	})
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		b.t.Fatalf("%s: %v", p.name(), err)
	}
	return picture
}
