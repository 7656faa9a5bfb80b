package kit

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/log"
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
		issues := 0
		for _, ev := range events {
			if ev == any(issue) {
				issues++
			}
			o.event(ev)
		}
		faults, _ := o.Take()
		if len(faults) != issues || !strings.HasSuffix(faults[0], "style-src-attr forbids an inline style, script or the like (kInlineViolation) at https://pay.example/:4:1") {
			t.Errorf("%q", faults)
		}
	}
	o := newObserver(&World{App: "https://pay.example"})
	o.event(said) // Firefox has no issues
	if faults, _ := o.Take(); len(faults) != 1 {
		t.Errorf("%q", faults)
	}
}
