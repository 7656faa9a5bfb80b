package kit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Story is an order that a failed tab came with, and what the sandbox knows of it.
type Story struct {
	ID        string          `json:"idPayin"`
	Merchant  string          `json:"merchantCode"`
	Console   string          `json:"console"` // the address of its page
	Status    string          `json:"status"`  // none if it was never created
	States    []StoryState    `json:"states"`
	Calls     []StoryCall     `json:"calls"` // the last ones
	Callbacks []StoryCallback `json:"callbacks"`
}

// StoryState is a status that the order has, had or is to have.
type StoryState struct {
	At      string `json:"at"`
	Status  string `json:"status"`
	Reason  string `json:"failureReasonCode,omitempty"`
	Cause   string `json:"cause"`
	Planned bool   `json:"planned"`
}

// StoryCall is a call of the gateway about the order.
type StoryCall struct {
	At     string `json:"at"`
	Method string `json:"method"`
	Path   string `json:"path"`
	Status int    `json:"status"` // 0: the connection was cut
	Why    struct {
		Code   string `json:"code"`
		Reason string `json:"reason"`
	} `json:"why,omitzero"`
}

// StoryCallback is what was told to the shop, and how it answered.
type StoryCallback struct {
	Tells    string `json:"tellsOf"`
	State    string `json:"state"`
	URL      string `json:"url"`
	Attempts []struct {
		At     string `json:"at"`
		Status int    `json:"status"` // 0: no answer came
		Error  string `json:"error,omitempty"`
	} `json:"attempts"`
}

const (
	// toldCalls is how many calls a story has at most: who waits asks often.
	toldCalls = 100
	// storyPatience is how long the sandbox may take to tell.
	storyPatience = 10 * time.Second
	longestStory  = 16 << 20 // bytes
)

// stories are those of the orders that the tab came with, as far as there is a sandbox
// that knows them.
func (b *Tab) stories() (all []Story) {
	for _, order := range b.Observer.cameWith() {
		if story, ok := b.story(order); ok {
			all = append(all, story)
		}
	}
	return all
}

func (b *Tab) story(order url.Values) (story Story, ok bool) {
	text, address := b.tellsOf(order)
	if text == nil || json.Unmarshal([]byte(b.Observer.Mask(string(text))), &story) != nil {
		return story, false
	}
	story.Console = address
	story.Calls = slices.Clip(story.Calls[max(0, len(story.Calls)-toldCalls):])
	return story, true
}

// tellsOf is what the sandbox's console tells of an order, and where; nil if it knows none,
// or can't be asked.
func (b *Tab) tellsOf(order url.Values) (told json.RawMessage, address string) {
	if b.World.Sandbox == "" {
		return nil, ""
	}
	address = b.World.Sandbox + "/console/payins/" + url.PathEscape(order.Get("idPayin"))
	if merchant := order.Get("merchantCode"); merchant != "" {
		address += "?" + url.Values{"merchant": {merchant}}.Encode()
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(b.t.Context()), storyPatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, address
	}
	r.Header.Set("Accept", "application/json")
	answer, err := b.World.client().Do(r)
	if err != nil {
		return nil, address
	}
	defer answer.Body.Close()
	told, err = io.ReadAll(io.LimitReader(answer.Body, longestStory))
	if err != nil || answer.StatusCode != http.StatusOK || !json.Valid(told) {
		return nil, address
	}
	return told, address
}

// String is for people.
func (s Story) String() string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	status := s.Status
	if status == "" {
		status = "never created"
	}
	line("order %s of %s, %s: %s", s.ID, s.Merchant, status, s.Console)
	line("states")
	for _, state := range s.States {
		planned := ""
		if state.Planned {
			planned = "planned: "
		}
		line("  %s", joined(state.At, state.Status, state.Reason, planned+state.Cause))
	}
	line("calls")
	for _, c := range s.Calls {
		line("  %s", joined(c.At, c.Method, c.Path, answered(c.Status, "cut off"), c.Why.Code, c.Why.Reason))
	}
	line("callbacks")
	for _, c := range s.Callbacks {
		line("  %s", joined(c.Tells, c.State, c.URL))
		for _, a := range c.Attempts {
			line("    %s", joined(a.At, answered(a.Status, "no answer"), a.Error))
		}
	}
	return out.String()
}

// joined are the texts that there are.
func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

func answered(status int, none string) string {
	if status == 0 {
		return none
	}
	return fmt.Sprint(status)
}
