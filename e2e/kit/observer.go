package kit

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// Observer sees everything that happens in a tab and reports faults.
type Observer struct {
	mu       sync.Mutex
	began    time.Time
	faults   []fault
	at       *document             // that the tab shows
	step     string                // the customer's last
	journal  []Entry               // everything
	lasts    time.Time             // of the journal's last entry
	byIssue  bool                  // it knows of the policy by an issue, which says it better than the console
	expected []int64               // HTTP statuses of 400 and above that the test provokes
	secrets  []string              // tokens: allowed only in the address that brought them
	entries  []string              // addresses that may hold a token
	orders   []url.Values          // that the tab came with: the parameters of its links
	led      map[string]url.Values // where these led, by the payment's path
	means    map[string]ordered    // what pages of an order are to say, by its id, where a test says so
	requests []request
	shop     bool // the shop is about to redirect the customer with a token
	sent     url.Values
	offline  bool     // requests may fail: the test has disconnected the tab
	app      string   // whose pages are checked
	others   []string // where else a tab may go
}

// Entry is a line of a tab's journal.
type Entry struct {
	At   int64  `json:"at"`   // milliseconds since the tab was opened
	Kind string `json:"kind"` // request, response, failed, page, console, log, open, press, fill, fault
	Text string `json:"text"`
}

// request is a request that a page caused.
type request struct {
	id        network.RequestID
	loader    cdp.LoaderID // of the page, or of the next page
	method    string
	url       string
	kind      network.ResourceType
	redirects bool // continues an earlier one
}

func newObserver(w *World) *Observer {
	return &Observer{began: time.Now(), app: w.App, others: w.others(), led: map[string]url.Values{}, means: map[string]ordered{}}
}

// Belongs says that the tab's application is at another address, and where else it
// may go: prefixes of addresses. Without any, that stays.
func (o *Observer) Belongs(app string, others ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.app = app
	if len(others) > 0 {
		o.others = others
	}
}

// owns reports whether an address is the application's.
func (o *Observer) owns(address string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return strings.HasPrefix(address, o.app+"/")
}

func (o *Observer) note(kind, format string, args ...any) {
	o.lasts = time.Now()
	o.journal = append(o.journal, Entry{o.lasts.Sub(o.began).Milliseconds(), kind, fmt.Sprintf(format, args...)})
}

// did notes what the customer does.
func (o *Observer) did(kind, format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.note(kind, format, args...)
	o.step = kind + " " + o.journal[len(o.journal)-1].Text
}

// quiet is for how long nothing has happened.
func (o *Observer) quiet() time.Duration {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Since(o.lasts)
}

// mayFail reports whether requests may fail.
func (o *Observer) mayFail() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.offline
}

// event is called for every event, in order.
func (o *Observer) event(ev any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		o.console(string(ev.Type), ev.Args)
	case *runtime.EventExceptionThrown:
		o.fault("script failed: %s %+v", ev.ExceptionDetails.Text, ev.ExceptionDetails.Exception)
	case *log.EventEntryAdded:
		o.entry(ev.Entry)
	case *audits.EventIssueAdded:
		if details := ev.Issue.Details; details != nil && details.ContentSecurityPolicyIssueDetails != nil {
			o.policy(details.ContentSecurityPolicyIssueDetails)
		}
	case *network.EventRequestWillBeSent:
		o.request(ev)
	case *network.EventResponseReceived:
		o.response(ev.Response, ev.Type)
	case *network.EventLoadingFailed:
		address := o.asked(ev.RequestID)
		o.note("failed", "%s %s %s canceled=%t", ev.Type, ev.ErrorText, address, ev.Canceled)
		if !ev.Canceled && !o.offline {
			o.failed(address, "request failed: %s %s %s %s", ev.Type, address, ev.ErrorText, ev.BlockedReason)
		}
	case *page.EventFrameNavigated:
		o.note("page", "%s", ev.Frame.URL)
		if ev.Frame.ParentID == "" {
			address, _, _ := strings.Cut(ev.Frame.URL, "?")
			o.at = &document{address}
		}
	}
}

// policy is a violation of the content security policy, which the console tells as well.
func (o *Observer) policy(issue *audits.ContentSecurityPolicyIssueDetails) {
	what, where := issue.BlockedURL, ""
	if what == "" {
		what = "an inline style, script or the like (" + string(issue.ContentSecurityPolicyViolationType) + ")"
	}
	if at := issue.SourceCodeLocation; at != nil {
		where = fmt.Sprintf(" at %s:%d:%d", at.URL, at.LineNumber+1, at.ColumnNumber+1)
	}
	o.faults = slices.DeleteFunc(o.faults, func(f fault) bool { return f.policy })
	o.byIssue = true
	o.fault("content security policy: %s forbids %s%s", issue.ViolatedDirective, what, where)
}

func (o *Observer) console(kind string, args []*runtime.RemoteObject) {
	var text []string
	for _, a := range args {
		text = append(text, string(a.Value)+a.Description)
	}
	o.note("console", "%s: %s", kind, strings.Join(text, " "))
	if slices.Contains([]string{"error", "warning", "assert"}, kind) {
		o.fault("console.%s: %s", kind, strings.Join(text, " "))
	}
}

func (o *Observer) entry(e *log.Entry) {
	o.note("log", "%s %s %s %s", e.Level, e.Source, e.Text, e.URL)
	if e.Level != log.EntryLevelError && e.Level != log.EntryLevelWarning {
		return
	}
	if e.Source == log.EntrySourceNetwork && o.asked(e.NetworkRequestID) != "" {
		return // its answer or its failure tells it
	}
	if strings.Contains(e.Text, "Unrecognized Content-Security-Policy directive") {
		return // an older browser's, which ignores it
	}
	policy := strings.Contains(e.Text, "Content Security Policy directive")
	if policy && o.byIssue {
		return
	}
	o.fault("console: %s %s %s", e.Source, e.Text, e.URL)
	o.faults[len(o.faults)-1].policy = policy
}

func (o *Observer) request(ev *network.EventRequestWillBeSent) {
	r := request{ev.RequestID, ev.LoaderID, ev.Request.Method, ev.Request.URL, ev.Type, ev.RedirectResponse != nil}
	o.note("request", "%s %s %s", r.method, r.kind, r.url)
	if ev.RedirectResponse != nil {
		o.response(ev.RedirectResponse, ev.Type)
	}
	o.requests = append(o.requests, r)
	u, err := url.Parse(r.url)
	if err != nil {
		o.fault("a request to %q, which is no address", r.url)
		return
	}
	own := strings.HasPrefix(r.url, o.app+"/")
	switch {
	case u.Scheme == "data" || u.Scheme == "blob":
	case !own && !slices.ContainsFunc(o.others, func(prefix string) bool { return strings.HasPrefix(r.url, prefix) }):
		o.fault("a request to a third party: %s", r.url)
	case own && r.kind != network.ResourceTypeDocument && !strings.HasSuffix(u.Path, "/events") &&
		r.method != http.MethodHead: // whether the page could be had
		o.fault("a page needs a second request: %s %s", r.kind, r.url)
		o.faults[len(o.faults)-1].second = r.url
	}
	o.noteSent(u, r.url)
	o.noteOrder(u, own)
	o.noteLed(u, own, ev.RedirectResponse)
	o.leak("the address of a request", r.url)
	for name, value := range ev.Request.Headers {
		if strings.EqualFold(name, "referer") {
			o.leak("the referrer sent to "+u.Host, fmt.Sprint(value))
		}
	}
}

func (o *Observer) response(r *network.Response, kind network.ResourceType) {
	o.note("response", "%d %s %s", r.Status, kind, r.URL)
	if r.Status >= 400 && !slices.Contains(o.expected, r.Status) {
		o.failed(r.URL, "answer %d: %s", r.Status, r.URL)
		o.faults[len(o.faults)-1].problem = r.Status < 500 && kind == network.ResourceTypeDocument
	}
}

// asked is the address of a request; "" if it isn't known.
func (o *Observer) asked(id network.RequestID) (address string) {
	for _, r := range o.requests {
		if r.id == id {
			address = r.url // of the last redirect
		}
	}
	return address
}

// Expect declares statuses that the test provokes.
func (o *Observer) Expect(statuses ...int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.expected = append(o.expected, statuses...)
}

// Unplug allows requests to fail from now on.
func (o *Observer) Unplug() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.offline = true
}

// Count counts requests of a method to addresses with this ending.
func (o *Observer) Count(method, suffix string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := 0
	for _, r := range o.requests {
		if r.method == method && strings.HasSuffix(r.url, suffix) {
			n++
		}
	}
	return n
}
