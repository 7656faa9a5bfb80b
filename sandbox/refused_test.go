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
	request, err := http.NewRequestWithContext(t.Context(), "GET", f.url+"/merchant-info", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = http.Header{"X-Api-Version": {"2", "2"}, "Authorization": {"Bearer " + f.general("DEMO")}}
	response, err := f.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if why := f.calls("limit=1")[0].Why.Reason; response.StatusCode != 404 || !strings.Contains(why, "there are 2 X-API-Version headers") {
		t.Errorf("got %d: %s", response.StatusCode, why)
	}
}

// A name that isn't known is refused inside of objects, too.
func TestUnknownNamesInsideObjectsAreRefused(t *testing.T) {
	f := setup(t)
	token, body := f.general("DEMO"), f.payinBody("PROMPTPAY", "THB", "10")
	for path, change := range map[string][2]string{
		"paymentRequested.more":           {`"money":`, `"more":1,"money":`},
		"paymentRequested.money.currency": {`"currencyCode":`, `"currency":"THB","currencyCode":`},
	} {
		if r := f.want(400, token, "POST", "/payins/o-1", strings.Replace(body, change[0], change[1], 1)); !strings.Contains(r.raw, path+" is no name") {
			t.Errorf("%s: got %s", path, r.raw)
		}
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
