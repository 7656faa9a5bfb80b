package sandbox_test

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// always makes every fault with a rule apply.
func always(c *sandbox.Config) { c.Random = func() float64 { return 0 } }

// fault adds a rule in the console.
func (f *fixture) fault(kind, operation, percent, delay string) {
	f.t.Helper()
	f.post("/console/faults", url.Values{"kind": {kind}, "operation": {operation}, "percent": {percent}, "delay": {delay}})
}

// post submits a form of the sandbox's own pages.
func (f *fixture) post(path string, form url.Values) {
	f.t.Helper()
	response, _ := f.submit(path, form)
	if response.StatusCode != http.StatusSeeOther {
		f.t.Fatalf("%s %v: got %d", path, form, response.StatusCode)
	}
}

func TestFaultPanel(t *testing.T) {
	f := setup(t, always)
	token := f.token("o-1")
	body := f.payinBody("PROMPTPAY", "THB", "10")

	f.fault("503", "payin-create", "100", "")
	f.want(503, token, "POST", "/payins/o-1", body)
	f.want(404, token, "GET", "/payins/o-1", "") // not processed; reads have no fault
	f.post("/console/faults/remove", url.Values{"index": {"0"}})

	f.fault("429", "", "100", "")
	f.want(429, token, "POST", "/payins/o-1", body)
	f.token("o-1") // token calls have no faults
	f.post("/console/faults/remove", url.Values{"index": {"all"}})

	f.fault("reset", "payin-create", "100", "")
	if _, err := f.call(token, "POST", "/payins/o-1", body); err == nil {
		t.Error("reset: got an answer")
	}
	f.want(404, token, "GET", "/payins/o-1", "")
	f.post("/console/faults/remove", url.Values{"index": {"all"}})

	f.fault("lost", "payin-create", "100", "")
	if _, err := f.call(token, "POST", "/payins/o-1", body); err == nil {
		t.Error("lost: got an answer")
	}
	f.post("/console/faults/remove", url.Values{"index": {"all"}})
	f.want(409, token, "POST", "/payins/o-1", body)

	f.fault("latency", "payin-read", "100", "1500ms")
	f.status(token, "o-1")
	if len(f.slept) != 1 || f.slept[0] != 1500*time.Millisecond {
		t.Errorf("latency: slept %v", f.slept)
	}
	f.post("/console/faults/remove", url.Values{"index": {"all"}})

	f.fault("strange", "payin-read", "100", "")
	if got := f.status(token, "o-1"); got != "AWAITING_STARDUST" {
		t.Errorf("strange: got %v", got)
	}
	f.setStatus("o-1", "SUCCESS")
	if got := f.status(token, "o-1"); got != "SUCCESS" {
		t.Errorf("strange, but final: got %v", got)
	}
	f.fault("unknown", "payin-read", "100", "")
	f.fault("reordered", "payin-read", "100", "")
	if r := f.want(200, token, "GET", "/payins/o-1", ""); r.at("loyaltyPoints.earned") == nil || r.at("process.status") != "SUCCESS" || !strings.Contains(r.raw, `"amount":10.00`) {
		t.Errorf("unknown and reordered: got %s", r.raw)
	}
	orders := map[string]bool{}
	for range 20 {
		orders[f.want(200, token, "GET", "/payins/o-1", "").raw] = true
	}
	if len(orders) < 2 {
		t.Error("reordered: always the same order")
	}

	for _, form := range []url.Values{
		{"kind": {"503"}, "percent": {"0"}}, {"kind": {"503"}, "percent": {"101"}}, {"kind": {"503"}, "percent": {"NaN"}}, {"kind": {"flood"}, "percent": {"5"}},
		{"kind": {"503"}, "percent": {"5"}, "operation": {"everything"}}, {"kind": {"latency"}, "percent": {"5"}, "delay": {"soon"}},
	} {
		response, _ := f.submit("/console/faults", form)
		if response.StatusCode != 400 {
			t.Errorf("%v: got %d, want 400", form, response.StatusCode)
		}
	}
}

func TestFaultMalformed(t *testing.T) {
	f := setup(t, always)
	token := f.token("o-1")
	f.fault("malformed", "merchant-info", "100", "")
	headers := []string{"Authorization", "Bearer " + token, "X-API-Version", "2"}
	if _, body := f.do(f.request("GET", "/merchant-info", "", headers...)); body != `{"channelInfo":{"n` {
		t.Errorf("got %q", body)
	}
	f.fault("malformed", "payin-read", "100", "")
	refused, body := f.do(f.request("GET", "/payins/o-1", "", headers...))
	if refused.StatusCode != 404 || !strings.HasPrefix(body, `{"code":"NOT_FOUND"`) || strings.HasSuffix(body, "}") {
		t.Errorf("a refusal: got %d %q", refused.StatusCode, body)
	}
}

// Each kind of refusal has its own status. Refused calls, and calls that aren't
// payins, can fail on the way back like all others.
func TestFaultsReachEveryAnswer(t *testing.T) {
	f := setup(t, always)
	token := f.general("DEMO")
	calm := func() { f.post("/console/faults/remove", url.Values{"index": {"all"}}) }
	for _, status := range []int{429, 500, 502, 503, 504} {
		f.fault(fmt.Sprint(status), "balances", "100", "")
		f.want(status, token, "GET", "/balances", "")
		calm()
	}

	f.want(200, token, "POST", "/payouts/po-1", payout("10", "THB", thaiTransfer))
	f.create(token, "o-1", "PROMPTPAY", "THB", "10")
	f.fault("strange", "payout-read", "100", "")
	if got := f.want(200, token, "GET", "/payouts/po-1", "").at("process.status"); got != "AWAITING_STARDUST" {
		t.Errorf("strange payout: got %v", got)
	}
	if got := f.status(token, "o-1"); got != "PENDING" {
		t.Errorf("a payin, when payouts are strange: got %v", got)
	}
	calm()

	f.fault("lost", "payin-read", "100", "")
	if r, err := f.call(token, "GET", "/payins/nobody", ""); err == nil {
		t.Errorf("lost refusal: got %d", r.status)
	}
	calm()
	f.fault("unknown", "payin-read", "100", "")
	f.fault("reordered", "payin-read", "100", "")
	if r := f.want(404, token, "GET", "/payins/nobody", ""); r.at("code") != "NOT_FOUND" || r.at("loyaltyPoints.earned") == nil {
		t.Errorf("unknown in a refusal: got %s", r.raw)
	}
	calm()

	plain := f.want(200, token, "GET", "/currencies", "")
	f.fault("unknown", "currencies", "100", "")
	changed := f.want(200, token, "GET", "/currencies", "")
	if got, want := changed.raw, `{"data":[{"code":"ARS","name":"Argentine peso","loyaltyPoints":{"earned":3,"expires":null}},`; !strings.HasPrefix(got, want) {
		t.Errorf("unknown in a list: got %s", got)
	}
	f.fault("reordered", "currencies", "100", "")
	for name, first := 0, ""; ; name++ { // until two answers differ
		got := f.want(200, token, "GET", "/currencies", "").raw
		if first == "" {
			first = got
		}
		if got != first {
			break
		}
		if name == 100 {
			t.Fatal("reordered in a list: the order is always the same")
		}
	}
	if got := len(plain.json["data"].([]any)); got != len(changed.json["data"].([]any)) {
		t.Errorf("a disguised list has another length than %d", got)
	}
}

// listedFaults are the rules in the console, as "kind operation".
func (f *fixture) listedFaults() string {
	f.t.Helper()
	_, page := f.get("/console/panel")
	var list []string
	for _, row := range regexp.MustCompile(`<li><span><b>([^<]+)</b>, \S+ %<br><small>([^<]+)</small>`).FindAllStringSubmatch(page, -1) {
		list = append(list, row[1]+" "+row[2])
	}
	return strings.Join(list, ", ")
}

// The sandbox produces faults unless it is calm, decided anew at each start.
// What people added or removed stays.
func TestGentleFaultsUnlessCalm(t *testing.T) {
	const gentle = "lost payin-create, lost payout-create, strange payin-read, strange payout-read, unknown all but token, reordered all but token"
	start := func(calm bool, db string) *fixture {
		return setup(t, always, func(c *sandbox.Config) { c.Calm, c.DB = calm, db })
	}
	shows := func(f *fixture, want string) {
		t.Helper()
		if got := f.listedFaults(); got != want {
			t.Errorf("the panel lists %q, want %q", got, want)
		}
	}
	t.Run("rough first", func(t *testing.T) {
		db := filepath.Join(t.TempDir(), "sandbox.db")
		rough := start(false, db)
		token := rough.token("o-1")
		if _, err := rough.call(token, "POST", "/payins/o-1", rough.payinBody("PROMPTPAY", "THB", "10")); err == nil {
			t.Error("the answer wasn't lost")
		}
		if r := rough.want(200, token, "GET", "/payins/o-1", ""); r.at("process.status") != "AWAITING_STARDUST" || r.at("loyaltyPoints") == nil {
			t.Errorf("got %s", r.raw)
		}
		rough.fault("503", "balances", "5", "")
		shows(rough, gentle+", 503 balances")

		calm := start(true, db)
		shows(calm, "503 balances")
		if got := calm.status(calm.token("o-1"), "o-1"); got != "PENDING" {
			t.Errorf("calm: got %v", got)
		}
		calm.post("/console/faults/remove", url.Values{"index": {"all"}})
		shows(calm, "")

		rough = start(false, db)
		shows(rough, gentle)
		rough.post("/console/faults/remove", url.Values{"index": {"2"}})
		shows(start(false, db), strings.Replace(gentle, "strange payin-read, ", "", 1))
		rough.post("/console/faults/remove", url.Values{"index": {"all"}})
		again := start(false, db)
		shows(again, "")
		if got := again.status(again.token("o-1"), "o-1"); got != "PENDING" {
			t.Errorf("after removing all: got %v", got)
		}
	})
	t.Run("calm first", func(t *testing.T) {
		db := filepath.Join(t.TempDir(), "sandbox.db")
		calm := start(true, db)
		if _, page := calm.get("/console/panel"); !strings.Contains(page, "started calm") {
			t.Error("the panel doesn't say that it is calm")
		}
		calm.fault("429", "payin-read", "5", "")
		calm.post("/console/faults/remove", url.Values{"index": {"7"}}) // out of range
		shows(calm, "429 payin-read")
		shows(start(false, db), gentle+", 429 payin-read")
		shows(start(true, db), "429 payin-read")
	})
}
