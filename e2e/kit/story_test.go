package kit

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

const toldStory = `{"idPayin":"o-1","merchantCode":"M","status":"SUCCESS","returnUrl":"https://shop.example/?token=hush",
	"states":[{"at":"T1","status":"PENDING","cause":"created","planned":false},{"at":"T9","status":"EXPIRED","cause":"expireAt","planned":true}],
	"calls":[{"at":"T1","method":"POST","path":"/payins/o-1?token=hush","status":400,"why":{"code":"X","reason":"no tkn-1234567890"}},{"at":"T2","method":"GET","path":"/payins/o-1","status":0}],
	"callbacks":[{"tellsOf":"SUCCESS","state":"due","url":"https://shop.example/cb","attempts":[{"at":"T3","status":0,"error":"refused"},{"at":"T4","status":502}]}]}`

// A failed walk leads to its order's page in the sandbox, and has what that says, without
// tokens. A sandbox that knows nothing of it, or isn't there, adds nothing.
func TestStoriesOfOrders(t *testing.T) {
	box := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.RequestURI != "/console/payins/o%201?merchant=M" || r.Header.Get("Accept") != "application/json" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write([]byte(toldStory))
	}))
	defer box.Close()
	for _, c := range []struct {
		sandbox, query string
		stories        int
	}{
		{box.URL, "?idPayin=o+1&merchantCode=M&token=tkn-1234567890", 1},
		{box.URL, "?idPayin=other&merchantCode=M&token=tkn-1234567890", 0},
		{box.URL, "pay/abc", 0},
		{"", "?idPayin=o+1&merchantCode=M", 0},
		{"http://127.0.0.1:1", "?idPayin=o+1&merchantCode=M", 0},
	} {
		w := &World{App: "https://pay.example", Sandbox: c.sandbox}
		b := &Tab{t: t, World: w, Observer: newObserver(w)}
		came, err := url.Parse(w.App + "/" + c.query)
		if err != nil {
			t.Fatal(err)
		}
		b.Observer.Allow(came.String(), "tkn-1234567890")
		for range 2 {
			b.Observer.noteOrder(came, true)
		}
		got := b.stories()
		if len(got) != c.stories {
			t.Fatalf("%s at %q: %+v", c.query, c.sandbox, got)
		}
		if c.stories == 0 {
			continue
		}
		want := "order o-1 of M, SUCCESS: " + box.URL + `/console/payins/o%201?merchant=M
states
  T1 PENDING created
  T9 EXPIRED planned: expireAt
calls
  T1 POST /payins/o-1?token=[token] 400 X no [token]
  T2 GET /payins/o-1 cut off
callbacks
  SUCCESS due https://shop.example/cb
    T3 no answer refused
    T4 502
`
		if got[0].String() != want {
			t.Errorf("got %s, want %s", got[0], want)
		}
		if kept, err := json.Marshal(got[0]); err != nil || strings.Contains(string(kept), "hush") {
			t.Errorf("%v %s", err, kept)
		}
	}
}
