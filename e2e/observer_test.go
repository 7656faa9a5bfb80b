package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// observer sees everything that happens in a tab and reports faults.
type observer struct {
	mu       sync.Mutex
	faults   []string
	journal  []string // everything, for the folder of a failed test
	expected []int64  // HTTP statuses of 400 and above that the test provokes
	secrets  []string // tokens: allowed only in the address that brought them
	entries  []string // addresses that may hold a token
	requests []request
	shop     bool     // the shop is about to redirect the customer with a token
	offline  bool     // requests may fail: the test has disconnected the tab
	app      string   // whose pages are checked
	others   []string // where else a tab may go
}

// request is a request that a page caused.
type request struct {
	loader    cdp.LoaderID // of the page, or of the next page
	method    string
	url       string
	kind      network.ResourceType
	redirects bool // continues an earlier one
}

func newObserver(w *world) *observer {
	return &observer{app: w.app, others: []string{w.sandbox + "/"}}
}

func (o *observer) fault(format string, args ...any) {
	o.faults = append(o.faults, fmt.Sprintf(format, args...))
}

func (o *observer) note(format string, args ...any) {
	o.journal = append(o.journal, fmt.Sprintf(format, args...))
}

// event is called for every event, in order.
func (o *observer) event(ev any) {
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
			o.fault("content security policy: %+v", *details.ContentSecurityPolicyIssueDetails)
		}
	case *network.EventRequestWillBeSent:
		o.request(ev)
	case *network.EventResponseReceived:
		o.response(ev.Response, ev.Type)
	case *network.EventLoadingFailed:
		o.note("failed: %s %s canceled=%t", ev.Type, ev.ErrorText, ev.Canceled)
		if !ev.Canceled && !o.offline {
			o.fault("request failed: %s %s %s", ev.Type, ev.ErrorText, ev.BlockedReason)
		}
	case *page.EventFrameNavigated:
		o.note("page: %s", ev.Frame.URL)
	}
}

func (o *observer) console(kind string, args []*runtime.RemoteObject) {
	var text []string
	for _, a := range args {
		text = append(text, string(a.Value)+a.Description)
	}
	o.note("console.%s: %s", kind, strings.Join(text, " "))
	if slices.Contains([]string{"error", "warning", "assert"}, kind) {
		o.fault("console.%s: %s", kind, strings.Join(text, " "))
	}
}

func (o *observer) entry(e *log.Entry) {
	o.note("log: %s %s %s %s", e.Level, e.Source, e.Text, e.URL)
	if e.Level != log.EntryLevelError && e.Level != log.EntryLevelWarning {
		return
	}
	if o.offline && e.Source == log.EntrySourceNetwork && strings.Contains(e.Text, "net::ERR_") {
		return
	}
	for _, status := range o.expected {
		if e.Source == log.EntrySourceNetwork && strings.Contains(e.Text, fmt.Sprintf("status of %d", status)) {
			return
		}
	}
	o.fault("console: %s %s %s", e.Source, e.Text, e.URL)
}

func (o *observer) request(ev *network.EventRequestWillBeSent) {
	r := request{ev.LoaderID, ev.Request.Method, ev.Request.URL, ev.Type, ev.RedirectResponse != nil}
	o.note("request: %s %s %s", r.method, r.kind, r.url)
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
	case own && r.kind != network.ResourceTypeDocument && !strings.HasSuffix(u.Path, "/events"):
		o.fault("a page needs a second request: %s %s", r.kind, r.url)
	}
	o.learn(u, r.url)
	o.leak("the address of a request", r.url)
	for name, value := range ev.Request.Headers {
		if strings.EqualFold(name, "referer") {
			o.leak("the referrer sent to "+u.Host, fmt.Sprint(value))
		}
	}
}

// leak reports a token in a text where it doesn't belong.
func (o *observer) leak(where, text string) {
	if slices.Contains(o.entries, text) {
		return
	}
	for _, secret := range o.secrets {
		if strings.Contains(text, secret) {
			o.fault("the token is in %s: %.120s", where, text)
		}
	}
}

func (o *observer) response(r *network.Response, kind network.ResourceType) {
	o.note("response: %d %s %s", r.Status, kind, r.URL)
	if r.Status >= 400 && !slices.Contains(o.expected, r.Status) {
		o.fault("answer %d: %s", r.Status, r.URL)
	}
}

// keep declares an address that may hold a secret; no other may.
func (o *observer) keep(entry string, secrets ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.entries = append(o.entries, entry)
	o.secrets = append(o.secrets, secrets...)
}

// fromShop allows the shop's next answer to redirect to an address with a
// token, which only the shop knows.
func (o *observer) fromShop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.shop = true
}

// learn keeps the address and the token with which the shop sent the customer.
func (o *observer) learn(u *url.URL, address string) {
	if token := u.Query().Get("token"); o.shop && token != "" && strings.HasPrefix(address, o.app+"/?") {
		o.shop = false
		o.entries = append(o.entries, address)
		o.secrets = append(o.secrets, token)
	}
}

// expect declares statuses that the test provokes.
func (o *observer) expect(statuses ...int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.expected = append(o.expected, statuses...)
}

// unplug allows requests to fail from now on.
func (o *observer) unplug() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.offline = true
}

// count counts requests of a method to addresses with this ending.
func (o *observer) count(method, suffix string) int {
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

// take returns what was found and resets it.
func (o *observer) take() (faults, journal []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	faults, o.faults = o.faults, nil
	return faults, slices.Clone(o.journal)
}
