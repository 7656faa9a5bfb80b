package kit

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// What the policy stops is one fault, though the browser tells it twice, in either order.
func TestPolicyIsOneFault(t *testing.T) {
	said := &log.EventEntryAdded{Entry: &log.Entry{
		Source: log.EntrySourceSecurity, Level: log.EntryLevelError, URL: "https://pay.example/",
		Text: "Applying inline style violates the following Content Security Policy directive 'style-src'.",
	}}
	issue := &audits.EventIssueAdded{Issue: &audits.InspectorIssue{Details: &audits.InspectorIssueDetails{
		ContentSecurityPolicyIssueDetails: &audits.ContentSecurityPolicyIssueDetails{
			ViolatedDirective: "style-src-attr", ContentSecurityPolicyViolationType: audits.ContentSecurityPolicyViolationTypeKInlineViolation,
			SourceCodeLocation: &audits.SourceCodeLocation{URL: "https://pay.example/", LineNumber: 3},
		},
	}}}
	for _, events := range [][]any{{said, issue}, {issue, said}, {said, issue, said, issue}} {
		o := newObserver(&World{App: "https://pay.example"})
		for _, ev := range events {
			o.event(ev)
		}
		faults, _ := o.Take()
		if len(faults) != 1 || !strings.Contains(faults[0], "style-src-attr forbids an inline style, script or the like (kInlineViolation) at https://pay.example/:4:1") {
			t.Errorf("%q", faults)
		}
	}
	o := newObserver(&World{App: "https://pay.example"})
	o.event(said) // Firefox has no issues
	if faults, _ := o.Take(); len(faults) != 1 {
		t.Errorf("%q", faults)
	}
}

// What repeats is one fault, which says where it was first. Of what a page asks for beside
// itself and doesn't get, the answer is told, and once.
func TestFaultsSayWhere(t *testing.T) {
	o := newObserver(&World{App: "https://pay.example"})
	o.event(&page.EventFrameNavigated{Frame: &cdp.Frame{URL: "https://pay.example/pay/x?token=secret"}})
	broken := &runtime.EventConsoleAPICalled{Type: "error", Args: []*runtime.RemoteObject{{Description: "broken"}}}
	o.event(broken)
	o.at.name = "the page options"
	o.did("press", "%s", Action("continue"))
	const missing = "https://pay.example/x.png"
	o.event(&network.EventRequestWillBeSent{RequestID: "1", Type: network.ResourceTypeImage, Request: &network.Request{Method: "GET", URL: missing}})
	o.event(&network.EventResponseReceived{RequestID: "1", Type: network.ResourceTypeImage, Response: &network.Response{Status: 404, URL: missing}})
	o.event(&log.EventEntryAdded{Entry: &log.Entry{
		Source: log.EntrySourceNetwork, Level: log.EntryLevelError, NetworkRequestID: "1", URL: missing,
		Text: "Failed to load resource: the server responded with a status of 404 ()",
	}})
	o.event(&page.EventFrameNavigated{Frame: &cdp.Frame{URL: "https://pay.example/pay/x/details"}})
	o.event(broken)
	faults, _ := o.Take()
	want := []string{
		"console.error: broken\n    on the page options, ×2",
		"answer 404: " + missing + "\n    on the page options, after press " + Action("continue"),
	}
	if !slices.Equal(faults, want) {
		t.Errorf("%q, want %q", faults, want)
	}
}
