package engine

import (
	"context"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"sync"
)

// firefoxTab is a tab in a container of its own.
type firefoxTab struct {
	*firefox
	context, container string
	c                  Customer
	seen               func(any)

	held      sync.Mutex
	prefix    string
	intercept string
	requests  []string // held ones
}

func (f *firefox) tab(ctx context.Context, c Customer, seen func(any)) (Tab, error) {
	var container struct {
		ID string `json:"userContext"`
	}
	if err := f.call(ctx, "browser.createUserContext", object{}, &container); err != nil {
		return nil, err
	}
	var tab struct {
		Context string `json:"context"`
	}
	if err := f.call(ctx, "browsingContext.create", object{"type": "window", "userContext": container.ID}, &tab); err != nil {
		return nil, err
	}
	t := &firefoxTab{firefox: f, context: tab.Context, container: container.ID, c: c, seen: seen}
	f.mu.Lock()
	f.tabs[tab.Context] = t
	f.mu.Unlock()
	err := f.call(ctx, "browsingContext.setViewport", object{
		"context": tab.Context, "viewport": object{"width": c.Width, "height": c.Height}, "devicePixelRatio": c.Scale,
	}, nil)
	return t, err
}

func (t *firefoxTab) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), startUp)
	defer cancel()
	_ = t.call(ctx, "browser.removeUserContext", object{"userContext": t.container}, nil)
	t.mu.Lock()
	delete(t.tabs, t.context)
	t.mu.Unlock()
}

func (t *firefoxTab) Evaluate(ctx context.Context, expression string) ([]byte, error) {
	var said struct {
		Type   string `json:"type"`
		Result struct {
			Value *string `json:"value"`
		} `json:"result"`
		Details struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	err := t.call(ctx, "script.evaluate", object{"expression": script(expression), "target": t.target(), "awaitPromise": false}, &said)
	switch {
	case err != nil:
		return nil, err
	case said.Type == "exception":
		return nil, errors.New(said.Details.Text)
	case said.Result.Value == nil:
		return []byte("null"), nil
	}
	return []byte(*said.Result.Value), nil
}

// target is the page's world; where that runs nothing, one beside it.
func (t *firefoxTab) target() object {
	if t.c.NoScript {
		return object{"context": t.context, "sandbox": "kit"}
	}
	return object{"context": t.context}
}

func (t *firefoxTab) Visit(ctx context.Context, address string) error {
	return t.call(ctx, "browsingContext.navigate", object{"context": t.context, "url": address, "wait": "none"}, nil)
}

func (t *firefoxTab) Reload(ctx context.Context) error {
	return t.call(ctx, "browsingContext.reload", object{"context": t.context, "wait": "none"}, nil)
}

func (t *firefoxTab) Tap(ctx context.Context, x, y float64) error {
	return t.act(ctx, tap(x, y))
}

// Type also has the page drawn: when it is, Firefox scrolls to the cursor.
func (t *firefoxTab) Type(ctx context.Context, text string) error {
	if err := t.act(ctx, keys(text)); err != nil {
		return err
	}
	_, err := t.Picture(ctx)
	return err
}

func (t *firefoxTab) act(ctx context.Context, source object) error {
	return t.call(ctx, "input.performActions", object{"context": t.context, "actions": []object{source}}, nil)
}

// tap and keys are sources of actions, which both protocols have alike. A finger would
// be a long press when the machine is busy, and WebKit has none: a mouse presses.
func tap(x, y float64) object {
	return object{"type": "pointer", "id": "mouse", "actions": []object{
		{"type": "pointerMove", "x": int(x), "y": int(y)}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
	}}
}

func keys(text string) object {
	if text == "" {
		text = backspace
	}
	var actions []object
	for _, key := range text {
		actions = append(actions, object{"type": "keyDown", "value": string(key)}, object{"type": "keyUp", "value": string(key)})
	}
	return object{"type": "key", "id": "keys", "actions": actions}
}

func (t *firefoxTab) Picture(ctx context.Context) ([]byte, error) {
	var shot struct {
		Data string `json:"data"`
	}
	if err := t.call(ctx, "browsingContext.captureScreenshot", object{"context": t.context}, &shot); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(shot.Data)
}

func (t *firefoxTab) Hold(ctx context.Context, prefix string) error {
	u, err := url.Parse(prefix)
	if err != nil {
		return err
	}
	// A pattern of BiDi has no wildcards: all of the host's requests come by.
	pattern := object{"type": "pattern", "protocol": u.Scheme, "hostname": u.Hostname()}
	if u.Port() != "" {
		pattern["port"] = u.Port()
	}
	var added struct {
		Intercept string `json:"intercept"`
	}
	t.held.Lock()
	t.prefix = prefix
	t.held.Unlock()
	err = t.call(ctx, "network.addIntercept", object{
		"phases": []string{"beforeRequestSent"}, "contexts": []string{t.context}, "urlPatterns": []object{pattern},
	}, &added)
	t.intercept = added.Intercept
	return err
}

func (t *firefoxTab) LetGo(ctx context.Context) error {
	if t.intercept == "" {
		return nil
	}
	t.held.Lock()
	requests := t.requests
	t.prefix, t.requests = "", nil
	t.held.Unlock()
	err := t.call(ctx, "network.removeIntercept", object{"intercept": t.intercept}, nil)
	t.intercept = ""
	for _, id := range requests {
		err = errors.Join(err, t.call(ctx, "network.continueRequest", object{"request": id}, nil))
	}
	return err
}

// hold keeps a request, or lets one that is nobody's business go on.
func (t *firefoxTab) hold(id, address string) {
	t.held.Lock()
	defer t.held.Unlock()
	if t.prefix != "" && strings.HasPrefix(address, t.prefix) {
		t.requests = append(t.requests, id)
		return
	}
	go func() { _ = t.call(context.Background(), "network.continueRequest", object{"request": id}, nil) }()
}
