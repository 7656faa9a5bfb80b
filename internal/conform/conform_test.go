package conform_test

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/assumptions"
	"payapp/internal/conform"
	"payapp/internal/findings"
	"payapp/internal/testing/dialect"
	"payapp/methods"
	"payapp/money"
	"payapp/sandbox"
)

var merchantKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// run asks the gateway for all methods of the currencies.
func run(t *testing.T, gateway http.Handler, change func(*conform.Config), currencies ...string) (findings.List, string) {
	t.Helper()
	server := httptest.NewServer(gateway)
	t.Cleanup(server.Close)
	config := conform.Config{
		Gateway: server.URL, Merchant: "DEMO", Credentials: apiclient.Credentials{Key: merchantKey()}, Catalogue: methods.Default(), Pace: 1000,
		Poll: time.Millisecond,
	}
	for _, c := range currencies {
		config.Live = true // dialects don't say whether a payment is a test
		config.Payments = append(config.Payments, conform.Payment{Money: money.MustParse(conform.SmallAmount(c), c)})
	}
	if change != nil {
		change(&config)
	}
	list, file, err := conform.Run(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	return list, string(file)
}

// differing are the names of what isn't kept, but for the rate: tests raise it.
func differing(list findings.List) (names []string) {
	for _, f := range list {
		if f.Verdict != findings.Well && f.Verdict != findings.Unknown && f.Name != "rate-size" {
			names = append(names, f.Name)
		}
	}
	return names
}

func says(list findings.List, name string) findings.Finding {
	at := slices.IndexFunc(list, func(f findings.Finding) bool { return f.Name == name })
	if at < 0 {
		return findings.Finding{}
	}
	return list[at]
}

func box(t *testing.T, config sandbox.Config) *sandbox.Sandbox {
	t.Helper()
	config.Key, config.Calm, config.Manual = merchantKey(), true, true
	if config.Rate == 0 {
		config.Rate = 1000
	}
	made, err := sandbox.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := made.Close(); err != nil {
			t.Error(err)
		}
	})
	return made
}

var all = []string{"THB", "INR", "IDR", "TWD", "USDT", "BRL", "ZAR", "MYR", "VND"}

// The sandbox keeps what payapp assumes, in every method; strict, it has only what the
// interface shows.
func TestSandbox(t *testing.T) {
	for strict, want := range map[bool]string{
		false: "link-schemes order-id-form",
		true:  "link-schemes reference-path order-id-form error-body missing-or-version",
	} {
		list, file := run(t, box(t, sandbox.Config{Strict: strict}).Handler(), nil, all...)
		if got := strings.Join(differing(list), " "); got != want {
			t.Errorf("strict %v: %s differ, want %s", strict, got, want)
			_ = list.Print(t.Output())
		}
		if file != "" {
			t.Errorf("strict %v: the file says\n%s", strict, file)
		}
		for _, a := range assumptions.List {
			if says(list, a.Name).Says == "" {
				t.Errorf("strict %v: nothing is said of %s", strict, a.Name)
			}
		}
	}
}

// Of a clock that is wrong, so that no token is given, that alone is told; without such a
// reason the first refusal's own words are.
func TestTheFirstCauseIsTold(t *testing.T) {
	for skew, want := range map[time.Duration]string{11 * time.Minute: "gateway-time", 0: "token"} {
		first := ""
		list, _ := run(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", time.Now().Add(skew).UTC().Format(http.TimeFormat))
			body, _ := io.ReadAll(r.Body)
			first = cmp.Or(first, fmt.Sprintf("NO_%d", len(body))) // a timestamp in seconds is shorter
			http.Error(w, fmt.Sprintf("NO_%d", len(body)), http.StatusUnauthorized)
		}), nil, "THB")
		if got := says(list, "token").Says; skew == 0 && !strings.Contains(got, first) {
			t.Errorf("%s, want %s", got, first)
		}
		if got := strings.Join(differing(list), " "); got != want || list.Faults() != 1 {
			t.Errorf("%v: %s differ, want %s", skew, got, want)
		}
		if got := says(list, "list-form").Says; !strings.HasSuffix(got, "because of "+want) {
			t.Errorf("%v: the list: %s", skew, got)
		}
	}
}

// A list in which no way to pay is found isn't well because it can be read.
func TestNoWayToPayIsAFault(t *testing.T) {
	list, _ := run(t, box(t, sandbox.Config{}).Handler(), nil, "USD")
	if got := says(list, "options"); got.Verdict != findings.Fault || !strings.Contains(got.Says, "none for 10.00 USD") {
		t.Errorf("got %+v", got)
	}
}

// A person pays, refuses, or does nothing at all: payapp says at which payment, waits,
// and learns the gateway's words. What a file can mend stands in it, and then all is kept.
func TestPay(t *testing.T) {
	for _, c := range []struct{ end, word, verdict, file string }{
		{"complete", "SUCCESS", "well", ""},
		{"complete", "SETTLED", "fault", "statusWords:\n    SETTLED: SUCCESS\n"},
		{"refuse", "VOIDED", "fault", "statusWords:\n    VOIDED: REFUSED\n"},
		{"refuse", "SUCCESS", "fault", ""},
		{"expire", "TIMEOUT", "well", ""},
		{"expire", "", "unknown", ""}, // it waits still when the person presses Enter
	} {
		gateway, done, told := &asDialect{dialect: dialect.Dialect{Paid: "PAID"}}, make(chan struct{}, 1), ""
		list, file := run(t, gateway, func(config *conform.Config) {
			config.Payments[0].Method, config.Pay, config.Done = "PROMPTPAY", []string{c.end}, done
			config.Tell = func(text string) {
				id, _, _ := strings.Cut(text, ",")
				first := strings.HasSuffix(text, "and then press Enter")
				if first && c.word != "" {
					gateway.Say(id, c.word, "")
				}
				if told += text; !first || c.verdict != "fault" { // Enter, at once or when a word is told
					done <- struct{}{}
				}
			}
		}, "THB")
		if got := says(list, "status-words"); string(got.Verdict) != c.verdict || !strings.Contains(got.Says, c.end) || !strings.HasSuffix(file, c.file) || c.file == "" && file != "" {
			t.Errorf("%s, %s: got %+v, file %q", c.end, c.word, got, file)
		}
		if strange := c.file != ""; strange != strings.Contains(told, "the word is "+c.word+" now, which payapp doesn't take for an end") {
			t.Errorf("%s, %s: told %s", c.end, c.word, told)
		}
	}
}

// No payment is made after one that isn't marked as a test, unless that is meant: then
// one a method, and one that should have been refused.
func TestNothingLive(t *testing.T) {
	for live, want := range map[bool]int{false: 1, true: 4} {
		gateway := &asDialect{live: true}
		run(t, gateway, func(config *conform.Config) { config.Live = live }, "THB")
		made := 0
		for id := range gateway.known {
			if n := gateway.Creations(id); n > 0 && len(id) != 12 {
				made++
			}
		}
		if made != want {
			t.Errorf("live %v: %d payments, want %d", live, made, want)
		}
	}
}

// What is found elsewhere is proposed, and with the file nothing differs any more.
func TestTheFileMends(t *testing.T) {
	gateway := box(t, sandbox.Config{RedirectProperty: "bank.url"}).Handler()
	list, file := run(t, gateway, nil, "THB")
	if says(list, "redirect-property").Verdict != findings.Fault || !strings.Contains(file, "redirectProperty: bank.url\n") {
		t.Errorf("got %+v and\n%s", says(list, "redirect-property"), file)
	}
	catalogue, err := methods.Load(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	list, file = run(t, gateway, func(config *conform.Config) { config.Catalogue = catalogue }, "THB")
	if says(list, "redirect-property").Verdict != findings.Well || file != "" {
		t.Errorf("with the file: got %+v and\n%s", says(list, "redirect-property"), file)
	}
}

// Gateways of other habits: what is said of each besides what is said of a plain one,
// which checks little, and whose tokens are no JWTs.
func TestDialects(t *testing.T) {
	plain, _ := run(t, &asDialect{}, nil, "THB")
	const usual = "token-money token-signature is-test accounts-answer order-id-form not-granted invalid-input missing-or-version token-claims"
	if got := strings.Join(differing(plain), " "); got != usual {
		t.Errorf("plain: %s, want %s", got, usual)
	}
	for _, c := range []struct {
		dialect.Dialect
		want string
	}{
		{dialect.Dialect{Name: "201", Created: 201}, ""},
		{dialect.Dialect{Name: "202 without a body", Created: 202, Silent: true}, "empty-creation"},
		{dialect.Dialect{Name: "bare list", BareList: true}, ""},
		{dialect.Dialect{Name: "operators by number", Operators: dialect.Numbers}, ""},
		{dialect.Dialect{Name: "operators without names", Operators: dialect.Nameless}, ""},
		{dialect.Dialect{Name: "no operators", Operators: dialect.Empty}, ""},
		{dialect.Dialect{Name: "operators null", Operators: dialect.Null}, ""},
		{dialect.Dialect{Name: "operators absent", Operators: dialect.Absent}, ""},
		{dialect.Dialect{Name: "amounts as strings", Strings: true}, "amount-notation"},
		{dialect.Dialect{Name: "numbers for texts", Integers: true}, ""},
		{dialect.Dialect{Name: "null everywhere", Nulls: true}, ""},
		{dialect.Dialect{Name: "another order", Backwards: true}, ""},
		{dialect.Dialect{Name: "a later version", Extra: true}, ""},
		{dialect.Dialect{Name: "times with offsets", Offset: "+07:00"}, "far-deadline"}, // which is past
		{dialect.Dialect{Name: "offsets in hours", Offset: "+07"}, "far-deadline time-zone"},
		{dialect.Dialect{Name: "no deadline to be read", ExpireAt: "tomorrow"}, "time-zone"},
		{dialect.Dialect{Name: "a deadline in two years", ExpireAt: "2099-01-01T00:00:00.000Z"}, "far-deadline"},
		{dialect.Dialect{Name: "terse reads", Terse: true}, ""},
		{dialect.Dialect{Name: "reads without the way", Omits: []string{"qrCode", "redirectUrl"}}, "read-terse"},
		{dialect.Dialect{Name: "another word for waiting", Pending: "AWAITING_CUSTOMER"}, "waiting-words"},
		{dialect.Dialect{Name: "a word for waiting that is an end", Pending: "DECLINED"}, "waiting-words"},
		{dialect.Dialect{Name: "unborn 400", Unborn: 400}, "unborn-read"},
		{dialect.Dialect{Name: "unborn 410", Unborn: 410}, ""},
		{dialect.Dialect{Name: "unborn 403", Unborn: 403}, "unborn-read"},
		{dialect.Dialect{Name: "unborn 204", Unborn: 204}, "unborn-read"},
		{dialect.Dialect{Name: "unborn 200", Unborn: 200}, "unborn-read"},
		{dialect.Dialect{Name: "unborn 409", Unborn: 409}, "unborn-read"},
		{dialect.Dialect{Name: "unborn 406", Unborn: 406}, "unborn-read"},
		{dialect.Dialect{Name: "redirect", Way: dialect.Redirect}, "qr-property way-to-pay"},
		{dialect.Dialect{Name: "code", Way: dialect.Code}, "redirect-property way-to-pay"},
		{dialect.Dialect{Name: "everything", Way: dialect.Both}, ""},
		{dialect.Dialect{Name: "instructions", Way: dialect.Steps}, "qr-property redirect-property"},
		{dialect.Dialect{Name: "no way to pay", Way: dialect.Nothing}, "qr-property redirect-property way-to-pay"},
		{dialect.Dialect{Name: "hidden", Hidden: true}, "not-found-yet"},
		{dialect.Dialect{Name: "another amount", Requires: "12.34"}, ""},
		{dialect.Dialect{Name: "no amount to pay", Requires: "0"}, "amount-required"},
		{dialect.Dialect{Name: "another clock", Skew: 10 * time.Minute}, "gateway-time"},
		{dialect.Dialect{Name: "no name", Info: dialect.Unnamed}, "channel-name"},
		{dialect.Dialect{Name: "no options", Options: 503}, "options"},
		{dialect.Dialect{Name: "refused in plain text", RefuseStatus: 406, Refuse: "CUSTOMER_NOT_REGISTERED"}, "creation-body error-body"},
	} {
		list, _ := run(t, &asDialect{dialect: c.Dialect}, nil, "THB")
		got := slices.DeleteFunc(differing(list), func(name string) bool { return slices.Contains(strings.Fields(usual), name) })
		slices.Sort(got)
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.Name, got, c.want)
		}
	}
}

// asDialect is the gateway of dialects with what makes tokens: a payment's is its id.
type asDialect struct {
	dialect.Gateway
	dialect dialect.Dialect
	live    bool // payments aren't tests
	known   map[string]bool
}

func (g *asDialect) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/auth-tokens") {
		answer := httptest.NewRecorder()
		answer.Header().Set("Date", time.Now().UTC().Format(http.TimeFormat))
		g.Gateway.ServeHTTP(answer, r)
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		body := answer.Body.String()
		if g.live {
			body = strings.ReplaceAll(body, `"isTest":null`, `"isTest":false`)
		}
		_, _ = io.WriteString(w, body)
		return
	}
	var body struct {
		IDPayment  string
		Operations []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	id := body.IDPayment
	if len(body.Operations) > 1 {
		id = strings.ReplaceAll(strings.TrimPrefix(body.Operations[1], "POST /payins/"), `\`, "")
	}
	if g.known == nil {
		g.known = map[string]bool{}
	}
	if !g.known[id] { // one asks after the other
		g.Expect(id, g.dialect, rows...)
	}
	g.known[id] = true
	_ = json.NewEncoder(w).Encode(map[string]string{"token": url.PathEscape(id)})
}

var rows = []dialect.Row{
	{Code: "PROMPTPAY", Currency: "THB", Usual: "qr"}, {Code: "ONLINE", Currency: "THB", Usual: "redirect", HasOperators: true},
	{Code: "OFFLINE", Currency: "THB", Usual: "transfer"},
}
