package layout_test

import (
	"html"
	"reflect"
	"strings"
	"testing"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/views/layout"
)

// Every setting of the operator is shown.
func TestPagesShowTheOperator(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	f := layout.Frame{T: bundle.Locales()[0]}
	for field, value := range reflect.ValueOf(&f.Site.Operator).Elem().Fields() {
		value.SetString("https://" + strings.ToLower(field.Name) + ".example")
	}
	var page strings.Builder
	if err := layout.Page(f).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	for field := range reflect.TypeFor[site.Operator]().Fields() {
		if shown := "https://" + strings.ToLower(field.Name) + ".example"; !strings.Contains(page.String(), shown) {
			t.Errorf("no page shows %s", field.Name)
		}
	}
}

// Whatever link the footer has, the operator's or whom to ask, none leads away
// from a page that is still sending something: leaving it would lose that. A
// mail or phone app opens beside it.
func TestNoLinkOfTheFooterLeadsAwayFromAPageThatSends(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	f := layout.Frame{T: bundle.Locales()[0], Support: &layout.Support{Text: "Ask the shop.", Links: []layout.Link{
		{URL: "mailto:help@shop.example", Label: "mail"}, {URL: "tel:+66", Label: "phone"}, {URL: "https://shop.example", Label: "web"},
	}}}
	for field, value := range reflect.ValueOf(&f.Site.Operator).Elem().Fields() {
		value.SetString("https://" + strings.ToLower(field.Name) + ".example")
	}
	for _, sending := range []bool{false, true} {
		f.Sending = sending
		var page strings.Builder
		if err := layout.Page(f).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		_, footer, ok := strings.Cut(page.String(), "<footer>")
		if away := strings.Contains(footer, `href="http`); !ok || away == sending || strings.Count(footer, `href="mailto:`)+strings.Count(footer, `href="tel:`) != 2 {
			t.Errorf("sending %t: the footer is\n%s", sending, footer)
		}
	}
}

// A button leads to the first contact. The page's end still has the others.
func TestTheFooterHasWhatNoButtonHas(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	f := layout.Frame{T: bundle.Locales()[0], Support: &layout.Support{Asked: true, Links: []layout.Link{
		{URL: "mailto:help@shop.example", Label: "mail"}, {URL: "tel:+66", Label: "phone"}, {URL: "https://shop.example", Label: "web"},
	}}}
	for n, want := range []string{"", "", "tel", "tel https"} {
		asked := *f.Support
		asked.Links = asked.Links[:n]
		page := layout.Page(layout.Frame{T: f.T, Support: &asked})
		var text strings.Builder
		if err := page.Render(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		_, footer, _ := strings.Cut(text.String(), "<footer>")
		var got []string
		for _, scheme := range []string{"mailto", "tel", "https"} {
			if strings.Contains(footer, `href="`+scheme+`:`) {
				got = append(got, scheme)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("of %d contacts the footer has %q, want %q", n, got, want)
		}
	}
}

// Ours: without a connection only a page that follows the payment promises to be
// updated; one that asks for something says that nothing typed is lost, and a
// receipt, where nothing is left to do, says nothing.
func TestWithoutAConnectionPagesPromiseWhatComes(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	l := bundle.Locales()[0]
	news, form := &layout.News{URL: "/events", Version: "1"}, layout.Form{ID: "reference"}
	for _, c := range []struct {
		name  string
		frame layout.Frame
		want  string
	}{
		{"a choice", layout.Frame{T: l, Page: "options"}, l.CommonOfflineKept()},
		{"a form", layout.Frame{T: l, Page: "details", Form: form}, l.CommonOfflineKept()},
		{"a form that hears news", layout.Frame{T: l, Page: "reference", Form: form, News: news}, l.CommonOfflineKept()},
		{"a page that waits", layout.Frame{T: l, Page: "status", News: news}, l.CommonOffline()},
		{"one that asks again without news", layout.Frame{T: l, Page: "problem", Refresh: &layout.Refresh{Seconds: 5}}, l.CommonOffline()},
		{"a receipt", layout.Frame{T: l, Page: "status"}, ""},
	} {
		var page strings.Builder
		if err := layout.Page(c.frame).Render(t.Context(), &page); err != nil {
			t.Fatal(err)
		}
		want := `data-offline="` + html.EscapeString(c.want) + `"`
		if c.want == "" {
			want = `class="vh" data-news-line data-offline hidden`
		}
		if !strings.Contains(page.String(), want) {
			t.Errorf("%s doesn't say %q", c.name, c.want)
		}
	}
}
