package deploy

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"payapp/internal/testing/await"
)

// largestBody is what payapp takes at most.
const largestBody = 64 << 10

// A replica hears of a POST only once its body is whole, so that slow ones cost it no
// place. What is whole arrives, up to the largest.
func TestProxiesKeepUnreadBodies(t *testing.T) {
	for name, start := range map[string]func(*testing.T) *proxied{"HAProxy": haproxy, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			for _, sent := range []int{1, largestBody - 1} {
				whole := bytes.Repeat([]byte("x"), largestBody)
				rest, body := p.post(t.Context(), whole[:sent])
				// Customers who come later are served first.
				if r, err := p.ask(t.Context(), http.MethodGet, "/later"); err != nil || r.StatusCode != http.StatusOK {
					t.Fatalf("a customer beside it: got %v, %v", r, err)
				}
				if n := p.slow.Load(); n != 0 {
					t.Errorf("%d bytes of %d: the replica has the request", sent, largestBody)
				}
				if _, err := rest.Write(whole[sent:]); err != nil {
					t.Error(err)
				}
				rest.Close()
				if got := await.For(t, "the body at the replica", body); got != "65536" {
					t.Errorf("of a whole body, the replica got %q", got)
				}
				p.slow.Store(0)
			}
		})
	}
}

// A longer body than payapp takes comes to payapp all the same, whose page refuses it in
// the customer's language.
func TestProxiesLeaveLongBodiesToPayapp(t *testing.T) {
	for name, start := range map[string]func(*testing.T) *proxied{"HAProxy": haproxy, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			r, err := p.client.Post("https://"+p.https+"/slow", "application/x-www-form-urlencoded", bytes.NewReader(make([]byte, largestBody+4096)))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			if got, err := io.ReadAll(r.Body); err != nil || string(got) != "69632" {
				t.Errorf("the replica got %q, %v", got, err)
			}
		})
	}
}

// post begins a POST, of which the caller sends the rest. What the replica says of
// it comes later. The beginning is on its way once post returns.
func (p *proxied) post(ctx context.Context, beginning []byte) (rest io.WriteCloser, answer <-chan string) {
	from, into := io.Pipe()
	answers := make(chan string, 1)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+p.https+"/slow", from)
	if err != nil {
		p.t.Fatal(err)
	}
	request.ContentLength = largestBody
	go func() {
		r, err := p.client.Do(request)
		if err != nil {
			answers <- err.Error()
			return
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		answers <- string(text)
	}()
	if _, err := into.Write(beginning); err != nil {
		p.t.Fatal(err)
	}
	return into, answers
}
