package sandbox_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Two directives of which only one can be meant are refused by name, wherever they
// are given.
func TestContradictoryDirectivesAreRefused(t *testing.T) {
	f := setup(t)
	token, body := f.general("DEMO"), f.payinBody("PROMPTPAY", "THB", "10")
	const both = "~success@1s and ~refused"
	if r := f.want(400, token, "POST", "/payins/o-1~success@1s~refused", body); !strings.Contains(r.raw, both) {
		t.Errorf("got %s", r.raw)
	}
	for path, form := range map[string]url.Values{
		"/console/steering": {"steering": {"~success@1s~refused"}},
		"/shop":             {"idPayin": {"o-1"}, "steering": {"~success@1s~refused"}, "scenario": {"1"}},
	} {
		var got map[string]any
		f.ask(400, path, form, &got)
		if !strings.Contains(fmt.Sprint(got), both) {
			t.Errorf("%s: got %v", path, got)
		}
	}
	f.ask(200, "/console/steering", url.Values{"steering": {"~success@1s ~refused"}}, nil) // in turn
}

// Which of two versions is meant can't be known.
func TestTwoVersionsAreRefused(t *testing.T) {
	f := setup(t)
	request := f.request("GET", "/merchant-info", "")
	request.Header = http.Header{"X-Api-Version": {"2", "2"}, "Authorization": {"Bearer " + f.general("DEMO")}}
	response, _ := f.do(request)
	if why := f.calls("limit=1")[0].Why.Reason; response.StatusCode != 404 || !strings.Contains(why, "there are 2 X-API-Version headers") {
		t.Errorf("got %d: %s", response.StatusCode, why)
	}
}

// However many names a body has, and however long they are, its refusal is short.
func TestRefusalsOfHugeBodiesAreShort(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	var names strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&names, `"name-%d":1,`, i)
	}
	for what, body := range map[string]string{
		"many": `{` + names.String() + `"b":1}`,
		"long": `{"` + strings.Repeat("x", 60_000) + `":1}`,
	} {
		if r := f.want(400, token, "POST", "/payins/o-1", body); len(r.raw) > 16<<10 {
			t.Errorf("%s: %d bytes", what, len(r.raw))
		}
	}
}

// One id at two merchants is two payments: the console asks which is meant.
func TestOneIDAtTwoMerchantsAsksWhich(t *testing.T) {
	f := setup(t)
	for _, merchant := range []string{"DEMO", "DEMO-NONAME"} {
		f.create(f.general(merchant), "o-1", "PROMPTPAY", "THB", "10")
	}
	for what, form := range map[string]any{"read": nil, "set": url.Values{"status": {"SUCCESS"}}} {
		var got problem
		f.ask(409, "/console/payins/o-1", form, &got)
		if !strings.Contains(got.Message, "?merchant=DEMO or ?merchant=DEMO-NONAME") {
			t.Errorf("%s: got %+v", what, got)
		}
	}
	f.ask(200, "/console/payins/o-1?merchant=DEMO", url.Values{"status": {"SUCCESS"}}, nil)
	if first, other := f.status(f.general("DEMO"), "o-1"), f.status(f.general("DEMO-NONAME"), "o-1"); first != "SUCCESS" || other != "PENDING" {
		t.Errorf("got %v and %v", first, other)
	}
}
