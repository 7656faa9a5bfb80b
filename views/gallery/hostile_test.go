package gallery_test

import (
	"strings"
	"testing"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/gallery"
	"payapp/views/layout"
	"payapp/views/pages"
)

const hostile = `"><script>alert(1)</script>'&`

// atBank is the page of somebody who hasn't paid at the bank.
func atBank(l *i18n.Locale) pages.StatusPage {
	return pages.StatusPage{
		Frame: layout.Frame{
			T: l, Page: "status", Heading: l.StatusPendingHeading(), Status: "pending",
			Header: &layout.Header{Merchant: "Lotus Books", Amount: layout.Amount{Text: "฿1", Bare: "1", Currency: "THB"}, OrderID: "1"},
		},
		Bank:   &components.Link{URL: "https://bank.example/pay", Hook: "proceed", Label: l.LeavingProceed("Kasikornbank")},
		Return: &components.Link{URL: "https://shop.example", Hook: "return", Label: l.CommonReturnShop()},
	}
}

// Fault 14: whatever a name, a value or a code contains, it stays text.
func TestFault14_NothingFromOutsideBecomesMarkup(t *testing.T) {
	l := setup(t).Match("en", "", "")
	status := atBank(l)
	status.Header.Merchant, status.Header.OrderID, status.Operator = hostile, hostile, hostile
	status.Heading, status.Money, status.Timeline = hostile, hostile, []string{hostile}
	status.Receipt = []components.Row{{Hook: hostile, Label: hostile, Text: hostile, Copy: hostile}}
	options := pages.OptionsPage{Frame: status.Frame, Methods: []pages.OptionRow{{Code: hostile, Name: hostile, Hint: hostile,
		Operators: []components.Operator{{Code: hostile, Name: hostile}}}}}
	details := pages.DetailsPage{Frame: status.Frame, Fields: []components.Field{{Name: hostile, Label: hostile, Value: hostile, Hint: hostile, Error: hostile, Type: "text"}}}
	for name, component := range map[string]templ.Component{"status": pages.Status(status), "options": pages.Options(options), "details": pages.Details(details)} {
		text := render(t, gallery.Entry{Page: func(*i18n.Locale) templ.Component { return component }}, l)
		if strings.Contains(text, "<script>alert") {
			t.Errorf("%s: what came from outside became markup", name)
		}
		p := parse(t, text)
		if scripts := len(p.all("script")); scripts != 1 {
			t.Errorf("%s: %d scripts, want only ours", name, scripts)
		}
	}
}

// Faults 9 and 12: an address that runs script or holds a document is never a
// link, whatever accepted it before.
func TestFault12_NoLinkRunsAsScript(t *testing.T) {
	l := setup(t).Match("en", "", "")
	for _, address := range []string{"javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "vbscript:x", "blob:https://x/1", "file:///etc/passwd"} {
		p := atBank(l)
		p.Bank.URL, p.Return.URL = address, address
		page := parse(t, render(t, gallery.Entry{Page: func(*i18n.Locale) templ.Component { return pages.Status(p) }}, l))
		for _, a := range page.all("a") {
			if action := attr(a, "data-action"); (action == "proceed" || action == "return") && attr(a, "href") != "about:invalid#TemplFailedSanitizationURL" {
				t.Errorf("%s leads to %q", action, attr(a, "href"))
			}
		}
	}
}

// Links into apps and back to the shop are unchanged, byte for byte.
func TestLinksAreKept(t *testing.T) {
	l := setup(t).Match("en", "", "")
	p := atBank(l)
	p.Bank.URL = "upi://pay?pa=shop@example&pn=A%20B&am=1.00"
	p.Return.URL = "https://shop.example/done?a=1&b=%2F#top"
	page := parse(t, render(t, gallery.Entry{Page: func(*i18n.Locale) templ.Component { return pages.Status(p) }}, l))
	got := map[string]string{}
	for _, a := range page.all("a") {
		got[attr(a, "data-action")] = attr(a, "href")
	}
	if got["proceed"] != p.Bank.URL || got["return"] != p.Return.URL {
		t.Errorf("got %q and %q", got["proceed"], got["return"])
	}
}
