package sandbox_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Everything that the console shows and does is in openapi.yaml, and nothing
// there is made up.
func TestTheDocumentHasTheWholeConsole(t *testing.T) {
	source, err := os.ReadFile("console/console.go")
	if err != nil {
		t.Fatal(err)
	}
	routes := map[string]bool{"POST /shop": true} // the shop's other addresses are for people
	for _, found := range regexp.MustCompile(`"(GET|POST) (/[^"]*)"`).FindAllStringSubmatch(string(source), -1) {
		path := found[2]
		for kind, name := range map[string]string{"payouts": "{idPayout}", "payins": "{idPayin}", "approve": "{idPayin}", "scan": "{idPayin}"} {
			if strings.Contains(path, "/"+kind+"/") {
				path = strings.Replace(path, "{id}", name, 1)
			}
		}
		routes[found[1]+" "+path] = true
	}
	for path, item := range document(t).Paths.Map() {
		for method, operation := range item.Operations() {
			if !ours(operation) {
				continue
			}
			if !routes[method+" "+path] {
				t.Errorf("the console has no %s %s", method, path)
			}
			delete(routes, method+" "+path)
		}
	}
	for route := range routes {
		t.Errorf("openapi.yaml lacks %s", route)
	}
}

// A program makes an order by JSON as by a form, and reads what it misspelt.
func TestProgramsMakeOrders(t *testing.T) {
	f := setup(t)
	var made shopAnswer
	f.ask(200, "/shop", map[string]any{
		"merchantCode": "DEMO-BANKS", "idPayin": "o-1", "scenario": "4", "method": "INR/NETBANKING", "amount": 77.5, "steering": "~sucess",
		"optionsAvailable": true, "noName": false, "data.phoneNumber": "+919800000000",
	}, &made)
	redirect, err := url.Parse(made.RedirectURL)
	if err != nil {
		t.Fatal(err)
	}
	q := redirect.Query()
	if made.IDPayin != "o-1~sucess" || made.Token == "" || made.StatusURL == "" || len(made.UnknownDirectives) != 1 || q.Get("merchantCode") != "DEMO-BANKS" ||
		q.Get("amount") != "77.5" && q.Get("amount") != "77.50" || q.Get("phoneNumber") != "+919800000000" || q.Get("optionsAvailable") != "true" {
		t.Errorf("got %+v", made)
	}
	f.want(200, made.Token, "GET", "/merchant-info", "") // noName is false
	var told struct {
		problem
		Fields []string
	}
	f.ask(400, "/shop", map[string]any{"amount": "x", "scenario": "6"}, &told)
	if told.Message == "" || strings.Join(told.Fields, " ") != "amount scenario" {
		t.Errorf("got %+v", told)
	}
	f.ask(400, "/shop", map[string]any{"merchant": "DEMO"}, &told)
	list, ok := strings.CutPrefix(told.Message, "There is no field merchant here, but ")
	var documented []string
	for name := range document(t).Components.Schemas["ShopForm"].Value.Properties {
		documented = append(documented, name)
	}
	for _, name := range strings.Split(strings.TrimSuffix(list, " and data.accountName …."), ", ") {
		if ofPages := name == "item" || name == "go"; !ok || slices.Contains(documented, name) == ofPages {
			t.Errorf("%s is a field, and in openapi.yaml it is: %v", name, !ofPages)
		}
		documented = slices.DeleteFunc(documented, func(other string) bool { return other == name })
	}
	if len(documented) > 0 {
		t.Errorf("openapi.yaml has %v, which aren't taken", documented)
	}
}

// Who misspells a name reads those that there are, and who asks for something
// that isn't there, what it was.
func TestRefusalsListWhatIsValid(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	f.setStatus("o-1", "ON_HOLD")
	for _, c := range []struct {
		path   string
		form   any
		status int
		says   string
	}{
		{"/console/presets", map[string]any{"name": "a good day"}, 400, `no preset of this name, but "a bad day", "lost answers", "slow bank"`},
		{"/console/presets/remove", map[string]any{"name": ""}, 400, `"a bad day"`},
		{"/console/faults", map[string]any{"kind": "418", "percent": 1}, 400, "no such kind of fault, but latency, reset, 429, 500"},
		{"/console/faults", map[string]any{"kind": "503", "percent": 1, "operation": "create"}, 400, "no such operation, but "},
		{"/console/keys", map[string]any{"merchantCode": "DEMO", "pem": "-----BEGIN PRIVATE KEY-----\nMA==\n-----END PRIVATE KEY-----"}, 400, "This is a private key"},
		{"/console/payins/o-1?wait=PAIDD", nil, 400, `has "PAIDD", which this payment never was: it takes accepted, ended, delivered, PENDING, PROCESSING, SUCCESS`},
		{"/console/payins/o-1?wait=SUCCESS,paid", nil, 400, `has "paid"`},
		{"/console/payins/o-1?wait=ended&wait=", nil, 400, `has ""`},
		{"/console/payins/o-2?wait=PAIDD", nil, 400, `has "PAIDD"`},
		{"/console/payins/o-2", nil, 404, "There is no payin o-2 here."},
		{"/console/payins/o-1?merchant=NOBODY", nil, 404, "There is no payin o-1 of NOBODY here."},
		{"/console/payins/o-2", map[string]any{"status": "SUCCESS"}, 404, "no payin o-2"},
		{"/console/payins/o-2/status", nil, 404, "no payin o-2"},
		{"/console/payins/o-2/callbacks", map[string]any{}, 404, "no payin o-2"},
		{"/console/payouts/o-1", nil, 404, "no payout o-1"},
		{"/scan/o-2", nil, 404, "no payin o-2"},
		{"/approve/o-2", map[string]any{"action": "pay"}, 404, "no payin o-2"},
		{"/console?before=x", nil, 400, "The parameter before is no whole number."},
		{"/console?before=-1", nil, 400, "The parameter before is no whole number."},
	} {
		var got problem
		if f.ask(c.status, c.path, c.form, &got); !strings.Contains(got.Message, c.says) {
			t.Errorf("%s: got %q, want %q", c.path, got.Message, c.says)
		}
	}
	if got := f.payin("o-1?wait=ON_HOLD"); got.Status != "ON_HOLD" { // a word of one's own
		t.Errorf("got %+v", got)
	}
	if response, page := f.get("/console?before=x"); response.StatusCode != 400 || !strings.Contains(page, "The parameter before is no whole number.") {
		t.Errorf("people: got %d", response.StatusCode)
	}
}

// A program plays the customer, and gets the story with all its states.
func TestProgramsPlayTheCustomer(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	created := f.create(f.token("o-2"), "o-2", "PAYSHAP", "ZAR", "10")
	f.create(f.token("o-3"), "o-3", "EWALLET", "IDR", "10000")
	bank, _ := f.want(200, f.token("o-3"), "GET", "/payins/o-3", "").at("paymentMethodResponse.redirectUrl").(string)
	var seen struct {
		IDPayin, Status, Amount string
		Open                    bool
	}
	f.ask(200, "/scan/o-1", nil, &seen)
	if seen.IDPayin != "o-1" || seen.Amount != "10.00" || !seen.Open || created.status != http.StatusOK {
		t.Errorf("got %+v", seen)
	}
	f.ask(400, "/scan/o-1", map[string]any{}, nil) // nothing is changed by it
	for path, action := range map[string]string{"/scan/o-1": "pay", "/approve/o-2": "refuse", strings.TrimPrefix(bank, f.url): "pay"} {
		f.ask(200, path, map[string]any{"action": action}, &seen)
		if want := map[string]string{"pay": "PROCESSING", "refuse": "REFUSED"}[action]; seen.Status != want || seen.Open {
			t.Errorf("%s: got %+v, want %s", path, seen, want)
		}
	}
	var list struct {
		Payments []struct{ IDPayin, Status, Link string }
	}
	f.ask(200, "/console?status=REFUSED", nil, &list)
	if len(list.Payments) != 1 || list.Payments[0].IDPayin != "o-2" || !strings.HasPrefix(list.Payments[0].Link, f.url+"/console/payins/o-2") {
		t.Errorf("got %+v", list)
	}
	var link struct{ StatusURL string }
	f.ask(200, "/console/payins/o-1/status", nil, &link)
	if !strings.Contains(link.StatusURL, "/status?") {
		t.Errorf("got %+v", link)
	}
}

// A misspelt name is refused before anything is done: instead of one suite's
// payments a fault would have hit everybody's, and a wait would have ended with
// anybody's call.
func TestMisspeltNamesAreRefused(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	for path, form := range map[string]any{
		"/console/faults":                        map[string]any{"kind": "503", "percent": 100, "merchant": "DEMO"},
		"/console/clock":                         url.Values{"by": {"1h"}, "merchantcode": {"DEMO"}},
		"/console/steering":                      map[string]any{"steering": "~refused", "idpayin": "o-2"},
		"/console/presets?merchant=DEMO":         map[string]any{"name": "a bad day"},
		"/console/payins/o-1":                    map[string]any{"status": "SUCCESS", "reason": "x"},
		"/scan/o-1":                              url.Values{"action": {"pay"}, "delay": {"5s"}},
		"/console/calls?idPayin=o-2&wait=1":      nil,
		"/console/calls?operation=create&wait=1": nil,
		"/console/calls?status=bad":              nil,
		"/console/payins/o-1?wait=PENDING&for=1": nil,
		"/console?order=o-1":                     nil,
		"/console/callbacks/1?again=true":        nil,
		"/console/merchants":                     map[string]any{"code": "SUITE-7"},
		"/console/payins/o-1/callbacks":          map[string]any{"kind": "twice", "after": "1s"},
	} {
		var got problem
		if f.ask(http.StatusBadRequest, path, form, &got); !strings.Contains(got.Message, "There is no ") && !strings.Contains(got.Message, "parameter status") {
			t.Errorf("%s: got %+v", path, got)
		}
	}
	var panel struct{ Faults []any }
	f.ask(200, "/console/panel", nil, &panel)
	var o struct{ Status string }
	f.ask(200, "/console/payins/o-1", nil, &o)
	if len(panel.Faults) > 0 || o.Status != "PENDING" {
		t.Errorf("something was done: %+v, %+v", panel, o)
	}
}
