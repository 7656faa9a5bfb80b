package gallery_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/views/gallery"
)

func (p page) checkClean() {
	p.t.Helper()
	for _, n := range p.nodes {
		for _, fault := range validate(n) {
			p.t.Errorf("<%s>: %s", n.Data, fault)
		}
	}
}

func validate(n *html.Node) (faults []string) {
	if strings.ContainsAny(attr(n, "id"), ". ") {
		faults = append(faults, "a dot or space in the id "+attr(n, "id"))
	}
	if strings.HasPrefix(attr(n, "href"), "data:") && strings.Contains(attr(n, "href"), " ") {
		faults = append(faults, "a space in a data: address")
	}
	if n.Data == "button" && attr(n, "type") == "" {
		faults = append(faults, "no type")
	}
	if n.Data == "button" && attr(n, "hreflang") != "" {
		faults = append(faults, "hreflang")
	}
	if n.Data == "input" && attr(n, "type") == "email" && attr(n, "autocapitalize") != "" {
		faults = append(faults, "autocapitalize on an e-mail address")
	}
	// WCAG 2.2.1: no page moves on by a timer that can't be stopped. Without
	// script pages reload to get news.
	if n.Data == "meta" && strings.EqualFold(attr(n, "http-equiv"), "refresh") &&
		(n.Parent.Data != "noscript" || strings.Contains(attr(n, "content"), "url")) {
		faults = append(faults, "refreshes for everybody")
	}
	return faults
}

// The progress line is only full if the payment succeeded, and gone where there is
// nothing to go on to.
func TestLineOfStepsEndsWithSuccessAlone(t *testing.T) {
	l := setup(t).Match("en", "", "")
	for _, e := range gallery.Entries() {
		p := parse(t, render(t, e, l))
		status, on, line := attr(p.all("main")[0], "data-status"), 0, false
		for _, n := range p.nodes {
			if n.Data == "li" && slices.Contains(strings.Fields(attr(n, "class")), "on") {
				on++
			}
			line = line || attr(n, "class") == "steps"
		}
		if full := on == 4; full != (status == "success") {
			t.Errorf("%s: %d steps are reached, and the status is %q", e.Name, on, status)
		}
		if over := status == "failed" || status == "expired"; over && line {
			t.Errorf("%s: the line goes nowhere", e.Name)
		}
	}
}

// Ours: no page has a space after a full-width sign, wherever sentences are joined.
func TestSentencesAreJoinedWithoutSpaces(t *testing.T) {
	bundle := setup(t)
	wrong := regexp.MustCompile(`[。！？](</(span|strong|bdi)>)* (<(span|strong|bdi)[^>]*>)*[^<\s]`)
	for _, tag := range []string{"ja", "zh-Hans", "zh-Hant"} {
		for _, e := range gallery.Entries() {
			if at := wrong.FindString(render(t, e, bundle.Match(tag, "", ""))); at != "" {
				t.Errorf("%s/%s: %q", tag, e.Name, at)
			}
		}
	}
}

// A moment is named by the page on which it ends, and a problem by its code.
func TestEntriesShowWhatTheirNamesSay(t *testing.T) {
	l := setup(t).Match("en", "", "")
	for _, e := range gallery.Moments() {
		main := parse(t, render(t, e, l)).all("main")[0]
		kind, state, _ := strings.Cut(e.Name, "-")
		if got := attr(main, "data-page"); got != kind {
			t.Errorf("%s is a page of %q", e.Name, got)
		}
		if got := attr(main, "data-problem"); kind == "problem" && !strings.HasPrefix(state, got) && state != "alone" {
			t.Errorf("%s has the problem %q", e.Name, got)
		}
	}
}
