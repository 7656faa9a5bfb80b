package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// ask reads or posts a page as a program, and reads the answer into to. A nil
// form means GET.
func (f *fixture) ask(status int, path string, form any, to any) {
	f.t.Helper()
	method, body, media := "GET", "", ""
	switch form := form.(type) {
	case url.Values:
		method, body, media = "POST", form.Encode(), "application/x-www-form-urlencoded"
	case map[string]any:
		method, body, media = "POST", asJSON(f.t, form), "application/json"
	}
	request := f.request(method, path, body, "Accept", "application/json")
	if media != "" {
		request.Header.Set("Content-Type", media)
	}
	response, raw := f.do(request)
	keepsContract(f.t, request, reply{status: response.StatusCode, header: response.Header, raw: raw})
	if response.StatusCode != status || response.Header.Get("Content-Type") != "application/json" {
		f.t.Fatalf("%s %s: got %d %s, want %d", method, path, response.StatusCode, raw, status)
	}
	if to != nil {
		if err := json.Unmarshal([]byte(raw), to); err != nil {
			f.t.Fatalf("%s: %v: %s", path, err, raw)
		}
	}
}

// seenCall is a call as the console tells programs of it.
type seenCall struct {
	ID                                             int64
	Link, MerchantCode, ClaimedMerchantCode        string
	IDPayin, IDPayout, Operation, Method, Path, At string
	Status                                         int
	Refused                                        bool
	Why                                            struct{ Check, Code, Reason, Remedy string }
	Token                                          struct {
		Operations []string
		Money      string
	}
	Notes           []string
	Request, Answer struct {
		Headers []struct{ Name, Value string }
		Body    string
	}
}

func (f *fixture) calls(query string) []seenCall {
	f.t.Helper()
	var list struct{ Calls []seenCall }
	f.ask(200, "/console/calls?"+query, nil, &list)
	return list.Calls
}

// problem is an error as programs get it.
type problem struct{ Code, Message string }

// Every refusal is in the console, with the check that failed and a reason to
// act on, whoever made the call.
func TestCallsSayWhyTheyWereRefused(t *testing.T) {
	key, _ := testKey(t)
	f := setup(t, func(c *sandbox.Config) { c.Key = key })
	order := f.order(url.Values{"idPayin": {"o-1"}, "method": {"THB/PROMPTPAY"}, "amount": {"10"}})
	body := f.payinBody("PROMPTPAY", "THB", "10")
	tokenBody := `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"o-1","secret":%q}`
	old := f.token("o-1")
	expired := func() { f.clock.advance(31 * time.Minute) }
	for _, c := range []struct {
		status                    int
		token, method, path, body string
		headers                   []string
		check, reason             string
	}{
		{403, order.Token, "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "12"), nil, "money", "it allows 10.00 THB, and the request says 12.00 THB"},
		{403, order.Token, "GET", "/balances", "", nil, "operations", "don't include GET /balances; they are POST /payins/!availablePaymentOptions"},
		{401, "", "GET", "/payins/o-1", "", nil, "token", "header is missing"},
		{401, "", "GET", "/payins/o-1", "", []string{"Authorization", "Basic abc"}, "token", "isn't Bearer"},
		{401, order.Token[:40], "GET", "/payins/o-1", "", nil, "token", "no JWT"},
		{401, order.Token[:len(order.Token)-4] + "AAAA", "GET", "/payins/o-1", "", nil, "token", "signature doesn't fit"},
		{404, order.Token, "GET", "/payins/o-1", "", []string{"X-API-Version", "3"}, "version", `names "3"`},
		{404, order.Token, "GET", "/payins/o-1", "", nil, "payment", "no payment with this id"},
		{400, order.Token, "POST", "/payins/o-1", strings.Replace(body, `"callbackUrl"`, `"callback"`, 1), nil, "fields", "callback is no name"},
		{401, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(tokenBody, "wrong"), nil, "secret", "isn't one of the merchant's"},
		{401, "", "POST", "/auth-tokens-by-action", fmt.Sprintf(tokenBody, ""), []string{"X-SIGNATURE", "AAAA"}, "signature", "doesn't fit"},
		{404, "", "GET", "/payin/o-1", "", nil, "address", "no such resource"},
		{405, "", "PUT", "/payins/o-1", "{}", nil, "method", "doesn't take this method"},
		{200, order.Token, "POST", "/payins/o-1", body, nil, "", ""},
		{409, order.Token, "POST", "/payins/o-1", body, nil, "id", "accepted before"},
	} {
		f.want(c.status, c.token, c.method, c.path, c.body, c.headers...)
		got := f.calls("limit=1")[0]
		if got.Why.Check != c.check || !strings.Contains(got.Why.Reason, c.reason) || got.Status != c.status || got.Refused != (c.status != 200 && c.check != "payment") {
			t.Errorf("%s %s: got %d %+v, want %s: %s", c.method, c.path, got.Status, got.Why, c.check, c.reason)
		}
		if got.Refused && got.Why.Remedy == "" {
			t.Errorf("%s %s: no remedy for %s", c.method, c.path, got.Why.Check)
		}
	}
	expired()
	f.want(401, old, "GET", "/payins/o-1", "")
	got := f.calls("limit=1")[0]
	if got.Why.Check != "token" || !strings.Contains(got.Why.Reason, "expired at 2026-11-21T09:30:00Z") || got.ClaimedMerchantCode != "DEMO" {
		t.Errorf("an expired token: got %+v", got)
	}
}

// A token call that is refused for its fields is found by its order, and one
// for its signature says which keys the merchant has.
func TestTokenCallsAreFoundByTheirOrder(t *testing.T) {
	f := setup(t)
	f.want(400, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":["GET /payins/o-7"],"money":{"amount":null,"currencyCode":"THB"},"secret":"demo-secret"}`)
	if got := f.calls("order=o-7"); len(got) != 1 || got[0].Status != 400 {
		t.Errorf("got %+v", got)
	}
	f.want(401, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":["GET /payins/o-7"]}`, "X-SIGNATURE", "AAAA")
	if got := f.calls("limit=1")[0].Why.Remedy; !strings.Contains(got, "DEMO has one key there: ") {
		t.Errorf("got %q", got)
	}
}

// Nothing of a call that could be used again is kept.
func TestCallsKeepNoSecrets(t *testing.T) {
	f := setup(t)
	raw, _ := f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"o-1","secret":"demo-secret"}`).json["token"].(string)
	f.want(403, raw, "GET", "/balances?token="+raw, "", "Cookie", "session="+raw)
	f.want(400, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","Sercet":"demo-secret","note":"demo-secret, `+raw+`"}`, "X-Api-Key", "demo-secret", "X-Note", raw)
	for _, path := range []string{"/console/calls", "/console/calls/1", "/console/calls/2", "/console/calls/3", "/console/payins/o-1"} {
		response, page := f.get(path)
		var programs json.RawMessage
		f.ask(200, path, nil, &programs)
		for _, secret := range []string{raw, raw[20:], "demo-secret"} {
			if response.StatusCode != 200 || strings.Contains(page+string(programs), secret) {
				t.Errorf("%s: got %d, and it tells %.12s…", path, response.StatusCode, secret)
			}
		}
	}
	call := f.calls("limit=2")[1]
	var authorization string
	for _, h := range call.Request.Headers {
		if h.Name == "Authorization" {
			authorization = h.Value
		}
	}
	f.order(url.Values{}) // signed
	for _, h := range f.calls("limit=1")[0].Request.Headers {
		if h.Name == "X-Signature" && len(h.Value) > 60 {
			t.Errorf("a whole signature, which is good for five minutes: %s", h.Value)
		}
	}
	if !strings.HasPrefix(authorization, "Bearer "+raw[:6]+"…") || len(call.Token.Operations) != 4 {
		t.Errorf("got %q, and %q allowed", authorization, call.Token.Operations)
	}
}

// The list is filtered by id, merchant, operation and status, and goes on to
// older calls.
func TestCallsAreFound(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	other := f.general("DEMO-BANKS")
	f.want(404, other, "GET", "/payins/o-1", "") // as before the customer pays: no refusal
	f.want(405, other, "PUT", "/balances", "{}")
	f.want(200, other, "GET", "/balances", "")
	for query, want := range map[string]int{
		"order=o-1": 3, "order=nobody": 0, "merchant=DEMO-BANKS": 3, "merchant=DEMO": 2, "operation=payin-read": 1,
		"status=refused": 1, "status=404": 1, "status=2xx": 4, "limit=2": 2, "after=4": 2, "before=2": 1, "order=o-1&merchant=DEMO": 2,
	} {
		if got := f.calls(query); len(got) != want {
			t.Errorf("%s: got %d calls, want %d", query, len(got), want)
		}
	}
	var list struct{ Older string }
	f.ask(200, "/console/calls?limit=2", nil, &list)
	if list.Older != "/console/calls?before=5" {
		t.Errorf("older: got %q", list.Older)
	}
	_, page := f.get("/console/calls")
	refused, all := strings.Index(page, "<h2>Refused</h2>"), strings.Index(page, "<h2>All</h2>")
	if refused < 0 || all < refused || !strings.Contains(page[refused:all], "take this method") || strings.Contains(page[refused:all], "no payment") {
		t.Error("the page doesn't begin with the refused calls")
	}
	var call seenCall
	f.ask(200, "/console/calls/1", nil, &call)
	if call.ID != 1 || call.Link != f.url+"/console/calls/1" {
		t.Errorf("got %+v", call)
	}
	for path, status := range map[string]int{
		"/console/calls/999": 404, "/console/calls/x": 404, "/console/calls?before=x": 400, "/console/calls?limit=-1": 400,
		"/console/calls?wait=1&timeout=2h": 400, "/console/payins/nobody": 404, "/console/payins/o-1?wait=": 400,
	} {
		var told problem
		if f.ask(status, path, nil, &told); told.Code == "" || told.Message == "" {
			t.Errorf("%s: got %+v", path, told)
		}
	}
}

// An order whose creation was never accepted has a page with its calls.
func TestAnOrderThatWasNeverAcceptedHasItsCalls(t *testing.T) {
	f := setup(t)
	f.want(400, f.token("o-1"), "POST", "/payins/o-1", "{}")
	response, page := f.get("/console/payins/o-1")
	if response.StatusCode != 200 || !strings.Contains(page, `data-accepted="false"`) || !strings.Contains(page, "paymentRequested is missing") || strings.Contains(page, "Move its state") {
		t.Errorf("got %d %s", response.StatusCode, page)
	}
	var story struct {
		IDPayin  string
		Accepted bool
		Calls    []seenCall
	}
	f.ask(200, "/console/payins/o-1", nil, &story)
	if story.IDPayin != "o-1" || story.Accepted || len(story.Calls) != 2 || story.Calls[1].Why.Check != "fields" {
		t.Errorf("got %+v", story)
	}
}

// What the sandbox does on purpose is told with the call that it hit.
func TestCallsTellWhatWasOnPurpose(t *testing.T) {
	f := setup(t)
	f.post("/console/faults", url.Values{"kind": {"lost"}, "operation": {"payin-create"}, "percent": {"100"}})
	if _, err := f.call(f.token("o-1"), "POST", "/payins/o-1", f.payinBody("PROMPTPAY", "THB", "10")); err == nil {
		t.Fatal("the answer wasn't lost")
	}
	if got := f.calls("limit=1")[0]; got.Status != 0 || got.Why.Check != "answer" || !strings.Contains(got.Why.Reason, "lost, 100 % of payin-create") {
		t.Errorf("lost: got %+v", got)
	}
	f.want(503, f.token("o-2~down"), "GET", "/payins/o-2~down", "")
	if got := f.calls("limit=1")[0]; got.Why.Check != "directive" || !strings.Contains(got.Why.Reason, "~down") {
		t.Errorf("down: got %+v", got.Why)
	}
}
