package handlers_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"payapp/apiclient"
	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
	"payapp/internal/testing/racing"
	_ "payapp/internal/testing/seeded"
	"payapp/methods"
)

// dialects are what the interface allows or leaves open, each with its words.
var dialects = []dialect.Dialect{
	{Name: "plain", Says: "ours"},
	{Name: "201", Says: "ours: no status of a successful answer is shown", Created: 201},
	{Name: "202 without a body", Says: "A payment exists once creation is accepted.", Created: 202, Silent: true},
	{Name: "bare list of options", Says: "ours: data is the interface's", BareList: true},
	{Name: "operators by number", Says: "ours: code is a string in the interface", Operators: dialect.Numbers},
	{Name: "operators without names", Says: "ours", Operators: dialect.Nameless},
	{Name: "no operators listed", Says: "paymentOperatorCode: Optional for some methods.", Operators: dialect.Empty},
	{Name: "operators null", Says: "paymentOperatorCode: Optional for some methods.", Operators: dialect.Null},
	{Name: "operators absent", Says: "paymentOperatorCode: Optional for some methods.", Operators: dialect.Absent},
	{Name: "amounts as strings", Says: "ours: amount is a number", Strings: true},
	{Name: "numbers for texts", Says: "ours: accountNumber is a string", Integers: true},
	{Name: "null everywhere", Says: "Fields of method-specific request and response objects beyond those named in this document: not shown.", Nulls: true},
	{Name: "another order", Says: "Non-breaking changes: changed order of properties", Backwards: true},
	{Name: "a later version", Says: "Non-breaking changes: new response properties", Extra: true},
	{Name: "times with offsets", Says: "ours: timestamps are in UTC", Offset: "+07:00"},
	{Name: "offsets in hours", Says: "ours: timestamps are ISO 8601", Offset: "+07"},
	{Name: "terse reads", Says: "Fields of this response beyond those named here: not shown.", Terse: true},
	{Name: "other words", Says: "Complete set of status values: not shown.", Pending: "AWAITING_CUSTOMER", Paid: "success"},
	{Name: "not there in other words", Says: "the statuses for invalid input or rejected tokens: not shown", Unborn: 400},
	{Name: "gone before it came", Says: "the statuses for invalid input or rejected tokens: not shown", Unborn: 410},
	{Name: "not yet anybody's", Says: "the statuses for invalid input or rejected tokens: not shown", Unborn: 403},
	{Name: "nothing there", Says: "ours: no status of a read before the creation is shown", Unborn: 204},
	{Name: "a fault with 200", Says: "ours: no status of a read before the creation is shown", Unborn: 200},
	{Name: "not in a state to be read", Says: "ours: no status of a read before the creation is shown", Unborn: 409},
	{Name: "refused before it came", Says: "ours: no status of a read before the creation is shown", Unborn: 406},
	{Name: "redirect", Says: "completes it by redirection to the customer's bank or wallet, or by payment instructions or a QR code", Way: dialect.Redirect},
	{Name: "code", Says: "completes it by redirection to the customer's bank or wallet, or by payment instructions or a QR code", Way: dialect.Code},
	{Name: "everything", Says: "completes it by redirection to the customer's bank or wallet, or by payment instructions or a QR code", Way: dialect.Both},
	{Name: "instructions", Says: "completes it by redirection to the customer's bank or wallet, or by payment instructions or a QR code", Way: dialect.Steps},
	{Name: "no way to pay", Says: "Fields of method-specific request and response objects beyond those named in this document: not shown.", Way: dialect.Nothing},
	{Name: "refused in plain text", Says: "The body shape of error responses: not shown.", RefuseStatus: 406, Refuse: "CUSTOMER_NOT_REGISTERED"},
	{Name: "refused beside a word", Says: "The body shape of error responses: not shown.", RefuseStatus: 406, Refuse: `{"error":"Not Acceptable","code":"CUSTOMER_NOT_REGISTERED"}`},
	{Name: "refused in a list", Says: "The body shape of error responses: not shown.", RefuseStatus: 406, Refuse: `{"errors":[{"errorCode":"CUSTOMER_NOT_REGISTERED"}]}`},
}

// babel is the application beside a gateway that speaks every dialect at once. Its
// pages are in the language of keys, and each is held to what is true.
type babel struct {
	t       testing.TB
	gateway *dialect.Gateway
	between atomic.Pointer[func(http.Handler) http.Handler] // the application and the gateway; nil = nothing
	clock   *clock
	front   *httptest.Server
	app     string
	address string // the gateway's
	keys    [][]byte
	orders  atomic.Int64
	ending  slog.Handler
	serves  atomic.Pointer[http.Handler]
}

func newBabel(t testing.TB, change ...func(*application.Config)) *babel {
	t.Helper()
	runBeside(t)
	b := &babel{t: t, gateway: &dialect.Gateway{}, clock: &clock{at: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}, keys: [][]byte{randomKey()}, ending: logEnd(t)}
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", b.clock.now().UTC().Format(http.TimeFormat)) // else it would be the day on which the test runs
		if between := b.between.Load(); between != nil {
			(*between)(b.gateway).ServeHTTP(w, r)
			return
		}
		b.gateway.ServeHTTP(w, r)
	}))
	b.address = gateway.URL
	first := b.replica(change...)
	b.serves.Store(&first)
	b.front = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*b.serves.Load()).ServeHTTP(w, r) }))
	b.app = b.front.URL
	t.Cleanup(func() { b.front.Close(); gateway.CloseClientConnections(); gateway.Close() }) // some calls are never answered
	return b
}

// replica is a process of the application that knows nothing yet.
func (b *babel) replica(change ...func(*application.Config)) http.Handler {
	b.t.Helper()
	cfg := application.Config{
		GatewayURL: b.address, Keys: b.keys, Catalogue: methods.Default(), Logger: slog.New(b.ending), Now: b.clock.now, Bundle: dialect.WithKeys(),
		Rate: 100_000, Timings: apiclient.Timings{Attempts: 1}, Settings: site.Settings{AllowHTTP: true}, Patience: time.Hour, NamePatience: time.Hour,
	}
	for _, c := range change {
		c(&cfg)
	}
	app, err := application.New(cfg)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		app.Drain()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		app.Close(ctx) // a store's connections, too
	})
	if cfg.StoreURL != "" {
		await.Until(b.t, "sharing", app.Upstream.Sharing)
	}
	return inKeys(app)
}

// failer is a test, or a generated case of one.
type failer interface {
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// pays walks a payment of the method in the dialect up to the page after Pay
// and holds that page against what the answer offers.
func (b *babel) pays(t failer, m methods.Method, d dialect.Dialect) (customer *browser.Browser, p *browser.Page, id string) {
	id = fmt.Sprintf("order-%d", b.orders.Add(1))
	b.gateway.Expect(id, d, dialect.Row{
		Code: m.Code, Currency: m.Currency, Usual: string(m.Presentation), QRLink: m.QRLink, HasOperators: m.Operator != methods.OperatorNone,
	})
	customer = b.customer(id)
	p = customer.Enter(linkOf(id, m))
	if p.Hook("page") == "options" {
		operator := p.Find(func(n *html.Node) bool {
			return n.Data == "button" && browser.Attr(n, "name") == "paymentOperatorCode" && browser.Attr(n, "value") != ""
		})
		if operator == nil {
			t.Fatalf("no operator to choose:\n%s", p.Words())
		}
		p = customer.Press(p, "continue", "paymentOperatorCode", browser.Attr(operator, "value"))
	}
	var form []string
	for _, f := range m.Fields {
		if f.Required || f.Name == "accountNumber" && m.Reference == methods.ReferenceUnlessAccount {
			form = append(form, f.Name, valueOf(b.t, m, f))
		}
	}
	if page := p.Hook("page"); page != "details" && page != "review" {
		t.Fatalf("before Pay: page %s:\n%s", page, p.Words())
	}
	return customer, customer.Press(p, "pay", form...), id
}

// linkOf is the shop's link for a payment with the method. The payment's id is its
// token.
func linkOf(id string, m methods.Method) url.Values {
	return url.Values{
		"merchantCode": {"M"}, "idPayin": {id}, "token": {id}, "amount": {amountOf(m.Currency)}, "currencyCode": {m.Currency},
		"callbackUrl": {"https://shop.example/c"}, "returnUrl": {"https://shop.example/r"}, "paymentMethodCode": {m.Code},
	}
}

// judge holds the page after Pay against the dialect: there is something to pay
// by, or it says truly why not.
func judge(t failer, p *browser.Page, m methods.Method, d dialect.Dialect) {
	problem := p.Hook("problem")
	switch {
	case d.Refuse != "":
		if problem != "CUSTOMER_NOT_REGISTERED" {
			t.Errorf("refused: page %s %s:\n%s", p.Hook("page"), problem, p.Words())
		}
		return
	case problem == "no-way-to-pay":
		if payable(m, d) {
			t.Errorf("there is a way to pay, and the page says that there is none:\n%s", p.Words())
		}
		return
	case !payable(m, d):
		t.Errorf("nothing says how to pay, but the page is %s %s:\n%s", p.Hook("page"), problem, p.Words())
		return
	}
	way := p.Link("proceed") != "" || hasPicture(p) || p.Link("open-app") != "" || p.Has("data-row", "accountNumber") || p.Has("data-row", "reference")
	pushed := m.Presentation == methods.Approve || m.Presentation == methods.Phone || d.Way == dialect.Nothing
	switch page := p.Hook("page"); {
	case page == "leaving" && p.Link("proceed") != "":
	case page == "status" && d.Silent && p.Link("proceed") != "": // found by a read, so nobody is led on by itself
	case page == "instructions" && (way || pushed):
	case page == "instructions" && m.Presentation == methods.Crypto && strings.Contains(p.Text(), "network"): // sent on another, coins are lost
	default:
		t.Errorf("nothing to pay by on page %s:\n%s", page, p.Words())
	}
}

// payable reports whether the dialect's answer says how to pay by the method.
func payable(m methods.Method, d dialect.Dialect) bool {
	pushed := m.Presentation == methods.Approve || m.Presentation == methods.Phone
	switch {
	case d.Way == dialect.Nothing: // a wallet's app asks by itself
		return pushed || m.Presentation == methods.Redirect && m.Glyph == methods.GlyphPhone
	case d.Way == dialect.Steps && m.Code == "ONLINE":
		return false // "account in ONLINE responses deprecated", and its content is ignored
	default:
		return true
	}
}

// Each presentation in each dialect ends in a payment that a person can pay, or a
// page that says truly why not: what becomes of an answer depends on how its method
// is paid, not on which it is. Over all dialects every method has its turn.
func TestEveryPresentationInEveryDialect(t *testing.T) {
	runBeside(t)
	spoken := map[string]bool{}
	for i, d := range dialects {
		if d.Says == "" {
			t.Errorf("%s: nothing says that a gateway may", d.Name)
		}
		rows := onePerPresentation(i)
		for _, m := range rows {
			spoken[m.Code+m.Currency] = true
		}
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			paysIn(t, d, racing.Part(3, rows))
		})
	}
	if all := len(methods.Default().All()); len(spoken) != all {
		t.Errorf("%d of %d methods were paid with", len(spoken), all)
	}
}

// onePerPresentation is a method of each presentation: another one each turn, so
// that all have had theirs after as many turns as a presentation has methods.
func onePerPresentation(turn int) (rows []methods.Method) {
	for _, way := range presented {
		var alike []methods.Method
		for _, m := range methods.Default().All() {
			if m.Presentation == way.presentation {
				alike = append(alike, m)
			}
		}
		rows = append(rows, alike[turn%len(alike)])
	}
	return rows
}

func paysIn(t *testing.T, d dialect.Dialect, rows []methods.Method) {
	t.Helper()
	b := newBabel(t)
	type waiting struct {
		customer *browser.Browser
		page     *browser.Page
		name, id string
	}
	var paid []waiting
	for _, m := range rows {
		name := m.Code + "_" + m.Currency
		customer, p, id := b.pays(named{t, name}, m, d)
		judge(named{t, name}, p, m, d)
		if d.Refuse == "" && p.Hook("problem") == "" {
			paid = append(paid, waiting{customer, p, name, id})
		}
	}
	b.clock.advance(3 * time.Second) // older than any answer that is reused
	for i, w := range paid {
		if b.gateway.Pay(w.id); i%4 != 0 {
			continue // what becomes of a payment doesn't depend on its method
		}
		w.customer.Do(http.MethodPost, w.page.URL.Path+"/refresh", nil)
		if end := w.customer.Get(w.page.URL.Path); end.Hook("status") != "success" {
			t.Errorf("%s: paid, and the page is %s %s", w.name, end.Hook("page"), end.Hook("status"))
		}
	}
}

// named says of which case a failure is.
type named struct {
	testing.TB
	name string
}

func (n named) Errorf(format string, args ...any) {
	n.Helper()
	n.TB.Errorf(n.name+": "+format, args...)
}

func (n named) Fatalf(format string, args ...any) {
	n.Helper()
	n.TB.Fatalf(n.name+": "+format, args...)
}

// A hundred more, put together by chance, of all methods.
func TestMethodsInDialectsMadeByChance(t *testing.T) {
	b, rows := newBabel(t), methods.Default().All()
	rapid.Check(t, func(t *rapid.T) {
		d := dialect.Dialect{
			Name:      "chance",
			Created:   rapid.SampledFrom([]int{200, 201, 202}).Draw(t, "created"),
			Silent:    rapid.IntRange(0, 5).Draw(t, "silent") == 0,
			BareList:  rapid.Bool().Draw(t, "bare"),
			Operators: rapid.SampledFrom([]dialect.Operators{dialect.Named, dialect.Nameless, dialect.Numbers, dialect.Empty, dialect.Null, dialect.Absent}).Draw(t, "operators"),
			Strings:   rapid.Bool().Draw(t, "strings"),
			Integers:  rapid.Bool().Draw(t, "integers"),
			Nulls:     rapid.Bool().Draw(t, "nulls"),
			Backwards: rapid.Bool().Draw(t, "backwards"),
			Extra:     rapid.Bool().Draw(t, "extra"),
			Offset:    rapid.SampledFrom([]string{"", "Z", ".000Z", "+07:00", "-0330", "+09"}).Draw(t, "offset"),
			Terse:     rapid.Bool().Draw(t, "terse"),
			Way:       rapid.SampledFrom([]dialect.Way{dialect.Usual, dialect.Redirect, dialect.Code, dialect.Both, dialect.Steps, dialect.Nothing}).Draw(t, "way"),
			Unborn:    rapid.SampledFrom([]int{404, 400, 410, 422, 403, 409, 406, 200, 204}).Draw(t, "unborn"),
			Pending:   rapid.SampledFrom([]string{"", "CREATED", "Waiting", "IN-PROGRESS"}).Draw(t, "pending"),
		}
		m := rapid.SampledFrom(rows).Draw(t, "method")
		_, p, _ := b.pays(t, m, d)
		judge(t, p, m, d)
	})
}
