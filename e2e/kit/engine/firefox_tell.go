package engine

import (
	"encoding/json"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// happened is what the events tell that are subscribed to.
type happened struct {
	Context    string  `json:"context"`
	Navigation *string `json:"navigation"`
	Blocked    bool    `json:"isBlocked"`
	URL        string  `json:"url"`
	ErrorText  string  `json:"errorText"`
	Level      string  `json:"level"`
	Text       string  `json:"text"`
	Source     struct {
		Context string `json:"context"`
	} `json:"source"`
	Request struct {
		ID          string  `json:"request"`
		Destination string  `json:"destination"`
		Initiator   *string `json:"initiatorType"`
		Method      string  `json:"method"`
		URL         string  `json:"url"`
		Headers     []struct {
			Name  string `json:"name"`
			Value struct {
				Value string `json:"value"`
			} `json:"value"`
		} `json:"headers"`
	} `json:"request"`
	Response struct {
		URL    string `json:"url"`
		Status int64  `json:"status"`
	} `json:"response"`
}

// tell says an event to its tab, in Chromium's words.
func (f *firefox) tell(a answer) {
	var e happened
	if json.Unmarshal(a.Params, &e) != nil {
		return
	}
	f.mu.Lock()
	t := f.tabs[e.Context+e.Source.Context]
	f.mu.Unlock()
	if t == nil {
		return
	}
	if e.Request.Destination == "image" && e.Request.Initiator == nil {
		return // icons, for its tabs and bookmarks: no page asks for them
	}
	kind, loader := network.ResourceTypeOther, cdp.LoaderID("")
	if e.Navigation != nil {
		kind, loader = network.ResourceTypeDocument, cdp.LoaderID(*e.Navigation)
	}
	switch a.Method {
	case "network.beforeRequestSent":
		headers := network.Headers{}
		for _, h := range e.Request.Headers {
			headers[h.Name] = h.Value.Value
		}
		asked := &network.Request{Method: e.Request.Method, URL: e.Request.URL, Headers: headers}
		t.seen(&network.EventRequestWillBeSent{LoaderID: loader, Type: kind, Request: asked})
		if e.Blocked {
			t.hold(e.Request.ID, e.Request.URL)
		}
	case "network.responseCompleted":
		said := &network.Response{URL: e.Response.URL, Status: e.Response.Status}
		t.seen(&network.EventResponseReceived{LoaderID: loader, Type: kind, Response: said})
	case "network.fetchError":
		t.seen(&network.EventLoadingFailed{Type: kind, ErrorText: e.ErrorText, Canceled: strings.Contains(e.ErrorText, "ABORT")})
	case "log.entryAdded":
		level := log.EntryLevel(strings.Replace(e.Level, "warn", "warning", 1))
		source := log.EntrySourceJavascript
		if strings.Contains(e.Text, "connection") && strings.Contains(e.Text, "/events") {
			source, e.Text = log.EntrySourceNetwork, "net::ERR_ "+e.Text // of an event stream
		}
		t.seen(&log.EventEntryAdded{Entry: &log.Entry{Source: source, Level: level, Text: e.Text}})
	case "browsingContext.load":
		t.seen(&page.EventFrameNavigated{Frame: &cdp.Frame{URL: e.URL}})
	}
}
