package sandbox_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
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
	routes := map[string]bool{}
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
