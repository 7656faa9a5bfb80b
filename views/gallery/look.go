package gallery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/static"
)

// Look is how a page is shown: the customer's language and settings, and the
// merchant's brand.
type Look struct {
	Locale *i18n.Locale
	Theme  string // "light" or "dark"; "" = the device's
	Dir    string // "ltr" or "rtl"; "" = the language's
	Brand  string // a name of brands; "" = none
	brands []brand
}

// choice is a switch's position.
type choice struct{ value, name string }

var (
	themes = []choice{{"", "as the device"}, {"light", "light"}, {"dark", "dark"}}
	dirs   = []choice{{"", "as the language"}, {"ltr", "left to right"}, {"rtl", "right to left"}}
	widths = []choice{{"360", "360 px, a phone"}, {"320", "320 px, the narrowest"}, {"768", "768 px, a tablet"}, {"1280", "1280 px, a desktop"}}
)

// brand is a merchant's branding as an operator can configure it: an accent by
// theme, a logo, and a name in place of the shop's.
type brand struct{ name, title, style, logo, shop string }

// examples are two brands.
var examples = []brand{
	{name: "plum", title: "plum", style: "@media screen{:root{--accent:#6d1b57;--tint:#f9eef5;--rail:#f7f1f5}}" +
		"@media screen and (prefers-color-scheme:dark){:root{--accent:#f3b6de;--on:#14171a;--tint:#35202f;--rail:#232429}}"},
	{name: "forest", title: "forest, with a logo", style: "@media screen{:root{--accent:#0b4f37;--tint:#e9f5ef;--rail:#f0f4f3}}" +
		"@media screen and (prefers-color-scheme:dark){:root{--accent:#8fe0bd;--on:#14171a;--tint:#17302a;--rail:#1d2728}}",
		logo: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E" +
			"%3Crect width='40' height='40' rx='8' fill='%230b4f37'/%3E%3Cpath d='M20 7 8 33h24z' fill='%23fff'/%3E%3C/svg%3E"},
}

// Brands reads a branding file, so that it can be looked at before customers see
// it; nil = there is none. It is read anew for each page.
type Brands func() (map[string]site.Brand, error)

// all are the file's brands before the examples. If the file is at fault, the
// examples are all there is.
func (read Brands) all() ([]brand, error) {
	if read == nil {
		return examples, nil
	}
	configured, err := read()
	if err != nil {
		return examples, err
	}
	var list []brand
	for _, merchant := range slices.Sorted(maps.Keys(configured)) {
		c := configured[merchant]
		b := brand{name: merchant, title: merchant + strings.Join(append([]string{""}, c.Adjusted()...), ": "), style: c.Style(), shop: c.Name}
		if len(c.LogoImage) > 0 {
			b.logo = "data:image/png;base64," + base64.StdEncoding.EncodeToString(c.LogoImage)
		}
		list = append(list, b)
	}
	return append(list, examples...), nil
}

func brandChoices(brands []brand) []choice {
	list := []choice{{"", "none"}}
	for _, b := range brands {
		list = append(list, choice{b.name, b.title})
	}
	return list
}

// lookOf reads the switches of an address. Unknown values have no effect.
func lookOf(bundle *i18n.Bundle, r *http.Request, brands []brand) Look {
	known := func(name string, list []choice) string {
		for _, c := range list {
			if c.value == r.FormValue(name) {
				return c.value
			}
		}
		return ""
	}
	return Look{
		Locale: bundle.Match(r.FormValue("lang"), "", ""),
		Theme:  known("theme", themes), Dir: known("dir", dirs), Brand: known("brand", brandChoices(brands)),
		brands: brands,
	}
}

// query is the look in an address.
func (k Look) query() string {
	values := url.Values{"lang": {k.Locale.Tag()}}
	for name, value := range map[string]string{"theme": k.Theme, "dir": k.Dir, "brand": k.Brand} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return "?" + values.Encode()
}

// What a theme changes in a style: the media query for the device's theme is
// replaced by its result.
const (
	askDark   = "(prefers-color-scheme:dark)"
	bothThere = "color-scheme:light dark"
)

func (k Look) style(css string) string {
	answers := map[string]string{"light": "(max-width:0)", "dark": "(min-width:0)"}
	if answers[k.Theme] == "" {
		return css
	}
	return strings.NewReplacer(askDark, answers[k.Theme], bothThere, "color-scheme:"+k.Theme).Replace(css)
}

// further is how a page goes on by itself: where it hears of news, and after how many
// seconds it leaves for the bank.
var further = regexp.MustCompile(` data-(?:news|version|after)="[^"]*"`)

// render makes a page with a look, which stays while somebody looks at it. styles are
// the source expressions of its styles for the policy.
func (k Look) render(ctx context.Context, e Entry) (page []byte, styles string, err error) {
	var b bytes.Buffer
	if err := e.Page(k.Locale).Render(ctx, &b); err != nil {
		return nil, "", fmt.Errorf("gallery: %s: %w", e.Name, err)
	}
	text := further.ReplaceAllString(string(i18n.MarkForeign(b.Bytes())), "")
	replace := func(old, by string) { text = strings.Replace(text, old, by, 1) }
	for _, kind := range static.Kinds() {
		if css := static.CSS(kind); strings.Contains(text, css) {
			styles = hashOf(k.style(css))
			replace(css, k.style(css))
		}
	}
	if k.Dir != "" {
		replace(` dir="`+k.Locale.Dir()+`"`, ` dir="`+k.Dir+`"`)
	}
	for _, b := range k.brands {
		if b.name == k.Brand {
			own := k.style(b.style)
			styles += " " + hashOf(own)
			replace("</style>", "</style><style>"+own+"</style>")
			if b.shop != "" {
				text = strings.ReplaceAll(text, shop, html.EscapeString(b.shop))
			}
			if before, after, found := strings.Cut(text, `<b class="initial"`); b.logo != "" && found {
				_, after, _ = strings.Cut(after, "</b>")
				text = before + `<img src="` + b.logo + `" alt="">` + after
			}
		}
	}
	return []byte(text), styles, nil
}

// hashOf is the source expression that allows a style in a page.
func hashOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
