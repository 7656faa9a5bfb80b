package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/coder/websocket"
)

// firefox is one that runs, and speaks WebDriver BiDi.
type firefox struct {
	conn  *websocket.Conn
	end   func()
	mu    sync.Mutex
	calls int
	open  map[int]chan answer
	tabs  map[string]*firefoxTab // by their context
	close error                  // why nothing more is answered
}

// answer is an answer or an event.
type answer struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

type object = map[string]any

var listens = regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)

// firefoxes are one with JavaScript, and one without for those who want it: a setting
// of the whole browser.
type firefoxes struct {
	start func(noScript bool) (*firefox, error)
	mu    sync.Mutex
	runs  map[bool]*firefox
}

// StartFirefox starts the program at the path, with a folder for its profiles.
func StartFirefox(path, folder string, environment []string, headed bool) (Browser, error) {
	b := &firefoxes{runs: map[bool]*firefox{}}
	b.start = func(noScript bool) (*firefox, error) {
		profile := filepath.Join(folder, fmt.Sprintf("noscript-%t", noScript))
		// Phones have no room for scroll bars.
		settings := fmt.Sprintf("user_pref(%q, %t);\nuser_pref(%q, %d);\n", "javascript.enabled", !noScript, "ui.useOverlayScrollbars", 1)
		if err := os.Mkdir(profile, 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o600); err != nil {
			return nil, err
		}
		arguments := []string{"--remote-debugging-port=0", "--no-remote", "--profile", profile}
		if !headed {
			arguments = append(arguments, "--headless")
		}
		at, stop, err := start(environment, listens, path, arguments...)
		if err != nil {
			return nil, err
		}
		return connect(at, stop)
	}
	_, err := b.running(false)
	return b, err
}

func (b *firefoxes) running(noScript bool) (*firefox, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f := b.runs[noScript]; f != nil {
		return f, nil
	}
	f, err := b.start(noScript)
	if err == nil {
		b.runs[noScript] = f
	}
	return f, err
}

func (b *firefoxes) Open(ctx context.Context, c Customer, seen func(any)) (Tab, error) {
	f, err := b.running(c.NoScript)
	if err != nil {
		return nil, err
	}
	return f.tab(ctx, c, seen)
}

func (b *firefoxes) Stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.runs {
		f.end()
	}
}

func connect(at string, stop func()) (*firefox, error) {
	ctx, cancel := context.WithTimeout(context.Background(), startUp)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, at+"/session", nil) //nolint:bodyclose // it is the connection's
	if err != nil {
		stop()
		return nil, err
	}
	conn.SetReadLimit(-1)
	f := &firefox{conn: conn, open: map[int]chan answer{}, tabs: map[string]*firefoxTab{}}
	f.end = func() {
		_ = conn.CloseNow()
		stop()
	}
	go f.listen()
	err = f.call(ctx, "session.new", object{"capabilities": object{"alwaysMatch": object{"acceptInsecureCerts": true}}}, nil)
	if err == nil {
		err = f.call(ctx, "session.subscribe", object{"events": []string{
			"network.beforeRequestSent", "network.responseCompleted", "network.fetchError", "log.entryAdded", "browsingContext.load",
		}}, nil)
	}
	if err != nil {
		f.end()
		return nil, err
	}
	return f, nil
}

// listen gives answers to those who wait, and events to their tabs.
func (f *firefox) listen() {
	for {
		_, message, err := f.conn.Read(context.Background())
		var a answer
		if err == nil {
			err = json.Unmarshal(message, &a)
		}
		f.mu.Lock()
		if err != nil {
			f.close = err
			for _, waiting := range f.open {
				close(waiting)
			}
			f.mu.Unlock()
			return
		}
		waiting := f.open[a.ID]
		delete(f.open, a.ID)
		f.mu.Unlock()
		switch {
		case a.Type == "event":
			f.tell(a)
		case waiting != nil:
			waiting <- a
		}
	}
}

func (f *firefox) call(ctx context.Context, method string, params, result any) error {
	f.mu.Lock()
	f.calls++
	id, waiting := f.calls, make(chan answer, 1)
	f.open[id] = waiting
	closed := f.close
	f.mu.Unlock()
	if closed != nil {
		return closed
	}
	message, err := json.Marshal(object{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	// A write that is given up closes the connection, of which others need the rest.
	if err := f.conn.Write(context.WithoutCancel(ctx), websocket.MessageText, message); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case a, ok := <-waiting:
		switch {
		case !ok:
			return errors.New("Firefox has gone") //nolint:staticcheck // its name
		case a.Type == "error":
			return a.failure(method)
		case result == nil:
			return nil
		}
		return json.Unmarshal(a.Result, result)
	}
}

// failure tells a page that went away from others: Firefox says it in several ways.
func (a answer) failure(method string) error {
	err := fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
	for _, words := range []string{"no such frame", "AbortError", "DiscardedBrowsingContext", "destroyed", "no such window", "inactive"} {
		if strings.Contains(err.Error(), words) {
			return fmt.Errorf("%w: %w", ErrGone, err)
		}
	}
	return err
}
