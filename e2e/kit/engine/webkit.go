package engine

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// webkit is WebKitGTK: a driver drives one browser, whose cookies are its own, so
// each tab has both.
type webkit struct {
	driver, browser string
	environment     []string
	end             func()
}

var anyNumber = regexp.MustCompile(`^(\d+)$`)

// StartWebKit prepares the driver and the browser at these paths. Unless it is headed
// it has a screen that nobody sees.
func StartWebKit(driver, browser string, environment []string, headed bool) (Browser, error) {
	k := &webkit{driver, browser, environment, func() {}}
	if headed {
		return k, nil
	}
	screen, stop, err := start(environment, anyNumber, "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1480x24", "-nolisten", "tcp")
	if err != nil {
		return nil, err
	}
	k.environment, k.end = append(slices.Clone(environment), "DISPLAY=:"+screen), stop
	return k, nil
}

func (k *webkit) Stop() { k.end() }

// lost is when the driver has forgotten a question to a page that went.
const lost = 3 * time.Second

type webkitTab struct {
	session string // its address
	visited bool   // since when an empty page is one between two
	stop    func()
}

func (k *webkit) Open(ctx context.Context, c Customer, _ func(any)) (_ Tab, err error) {
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	scale := strconv.Itoa(int(c.Scale))
	_, stop, err := start(append(slices.Clone(k.environment), "GDK_SCALE="+scale), nil, k.driver, "--port="+port)
	if err != nil {
		return nil, err
	}
	t := &webkitTab{session: "http://127.0.0.1:" + port + "/session", stop: stop}
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	var session struct {
		ID string `json:"sessionId"`
	}
	wanted := object{"capabilities": object{"alwaysMatch": object{
		"pageLoadStrategy": "none", "webkitgtk:browserOptions": object{"binary": k.browser, "args": []string{"--automation", "--full-screen"}},
	}}}
	for {
		err = t.call(ctx, http.MethodPost, "", wanted, &session)
		if refused := (*net.OpError)(nil); !errors.As(err, &refused) || ctx.Err() != nil {
			break
		}
		<-time.After(20 * time.Millisecond) // the driver comes up
	}
	if err != nil {
		return nil, err
	}
	t.session += "/" + session.ID
	return t, t.post(ctx, "/window/rect", object{"x": 0, "y": 0, "width": c.Width, "height": c.Height})
}

func freePort(ctx context.Context) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port, l.Close()
}

func (t *webkitTab) call(ctx context.Context, method, path string, body, result any) error {
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, t.session+path, sent)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return err
	}
	if response.StatusCode == http.StatusOK {
		if result == nil {
			return nil
		}
		return json.Unmarshal(answer.Value, result)
	}
	var failure struct{ Error, Message string }
	_ = json.Unmarshal(answer.Value, &failure)
	err = fmt.Errorf("%s: %s: %s", path, failure.Error, failure.Message)
	if slices.Contains([]string{"no such frame", "no such window"}, failure.Error) {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return err
}

func (t *webkitTab) post(ctx context.Context, path string, body any) error {
	return t.call(ctx, http.MethodPost, path, body, nil)
}

func (t *webkitTab) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = t.call(ctx, http.MethodDelete, "", nil, nil) // the browser is in a process group of its own
	t.stop()
}

func (t *webkitTab) Evaluate(ctx context.Context, expression string) ([]byte, error) {
	var said struct {
		At    string
		Value *string
	}
	asked := "return {At: location.href, Value: " + script(expression) + "}"
	short, cancel := context.WithTimeout(ctx, lost)
	defer cancel()
	err := t.call(short, http.MethodPost, "/execute/sync", object{"script": asked, "args": []any{}}, &said)
	switch {
	case short.Err() != nil && ctx.Err() == nil:
		return nil, ErrGone
	case err != nil:
		return nil, err
	case t.visited && said.At == "about:blank":
		return nil, ErrGone
	case said.Value == nil:
		return []byte("null"), nil
	}
	return []byte(*said.Value), nil
}

func (t *webkitTab) Visit(ctx context.Context, address string) error {
	t.visited = true
	return t.post(ctx, "/url", object{"url": address})
}

func (t *webkitTab) Reload(ctx context.Context) error { return t.post(ctx, "/refresh", object{}) }

// Tap presses again what the page didn't hear: while a page has just come, the driver
// may lose a press.
func (t *webkitTab) Tap(ctx context.Context, x, y float64) error {
	for range 3 {
		_, err := t.Evaluate(ctx, `(self.heard = false, addEventListener("click", () => self.heard = true, {once: true, capture: true}))`)
		if err == nil {
			err = t.post(ctx, "/actions", object{"actions": []object{tap(x, y)}})
		}
		if err != nil {
			return err
		}
		for range 20 {
			// Another page knows nothing of it.
			if heard, err := t.Evaluate(ctx, `self.heard ?? true`); err != nil || string(heard) == "true" {
				return err
			}
			<-time.After(50 * time.Millisecond)
		}
	}
	return errors.New("WebKit's driver has lost three presses")
}

func (t *webkitTab) Type(ctx context.Context, text string) error {
	return t.post(ctx, "/actions", object{"actions": []object{keys(text)}})
}

func (t *webkitTab) Picture(ctx context.Context) ([]byte, error) {
	var data string
	if err := t.call(ctx, http.MethodGet, "/screenshot", nil, &data); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(data)
}

// Hold can't be had: the driver doesn't see requests.
func (t *webkitTab) Hold(context.Context, string) error { return errors.ErrUnsupported }

// LetGo has nothing to let go.
func (t *webkitTab) LetGo(context.Context) error { return nil }
