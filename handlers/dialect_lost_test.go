package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
	"payapp/internal/testing/racing"
	"payapp/methods"
)

// paidBy is a method for a way to pay.
type paidBy struct {
	presentation   methods.Presentation
	code, currency string
}

// presented has one for each way.
var presented = []paidBy{
	{methods.Redirect, "ONLINE", "THB"},
	{methods.QR, "PROMPTPAY", "THB"},
	{methods.Transfer, "OFFLINE", "JPY"},
	{methods.VirtualAccount, "VAPAY", "TWD"},
	{methods.Approve, "BANKA_PAY", "ZAR"},
	{methods.Phone, "MOBILE_MONEY", "KES"},
	{methods.StoreCode, "CODE_PAYMENT", "TWD"},
	{methods.Crypto, "CRYPTO_OFFLINE", "USDT"},
}

func methodOf(t testing.TB, code, currency string) methods.Method {
	t.Helper()
	m, ok := methods.Default().Find(code, currency)
	if !ok {
		t.Fatalf("no method %s in %s", code, currency)
	}
	return m
}

// Every way to pay has its walks.
func TestEveryPresentationIsWalked(t *testing.T) {
	for _, m := range methods.Default().All() {
		if !slices.ContainsFunc(presented, func(p paidBy) bool { return p.presentation == m.Presentation }) {
			t.Errorf("no walk pays by %s", m.Presentation)
		}
	}
	for _, p := range presented {
		if m := methodOf(t, p.code, p.currency); m.Presentation != p.presentation {
			t.Errorf("%s in %s is %s, not %s", p.code, p.currency, m.Presentation, p.presentation)
		}
	}
}

// lostAnswers are how all answers to a creation that was accepted can be lost.
var lostAnswers = []struct {
	name  string
	loses []dialect.Loss
}{
	{"three server errors", []dialect.Loss{dialect.Error, dialect.Error, dialect.Error}},
	{"three cut connections", []dialect.Loss{dialect.Reset, dialect.Reset, dialect.Reset}},
	{"too late each time", []dialect.Loss{dialect.Late, dialect.Late, dialect.Late}},
	{"half an answer", []dialect.Loss{dialect.Cut}},
	{"an answer in HTML", []dialect.Loss{dialect.Garbage}},
	{"an answer without a body", []dialect.Loss{dialect.Blank}},
	{"lost, then taken already", []dialect.Loss{dialect.Error}},
	{"cut, then taken already", []dialect.Loss{dialect.Reset}},
	{"lost, then no authorisation", []dialect.Loss{dialect.Error, dialect.Unauthorised}},
}

// persistent sends a creation three times.
func persistent(cfg *application.Config) {
	cfg.Timings = apiclient.Timings{Attempts: 3, Backoff: time.Millisecond, Limited: time.Millisecond}
}

// impatient gives up early on each, for what is late.
func impatient(cfg *application.Config) {
	persistent(cfg)
	cfg.Timings.Attempt = 1500 * time.Millisecond
}

// Nobody hears that a creation was accepted, and whether the customer then reads
// "nothing was charged" above a live code, never gets to the bank, or is asked for
// the network that they chose a moment ago: each page is as after an answer. What
// the gateway's reads leave out is what this browser sent.
func TestACreationWhoseAnswersAreLostLeadsOn(t *testing.T) {
	runBeside(t)
	for i, lost := range lostAnswers {
		t.Run(lost.name, func(t *testing.T) {
			t.Parallel()
			patience := persistent
			if lost.loses[0] == dialect.Late {
				patience = impatient
			}
			ways := presented[i%len(presented):][:1]
			if i == 0 { // how an answer is lost and how one pays are independent
				ways = racing.Part(3, presented)
			}
			for _, way := range ways {
				t.Run(way.code, func(t *testing.T) {
					t.Parallel()
					b, m := newBabel(t, patience), methodOf(t, way.code, way.currency)
					customer, p, id := b.pays(t, m, dialect.Dialect{Loses: lost.loses, Terse: true})
					if n := b.gateway.Creations(id); n < len(lost.loses) {
						t.Fatalf("%d creations: the answers aren't lost", n)
					}
					ledOn(t, p, m)
					b.clock.advance(3 * time.Second)
					p = customer.Get(p.URL.Path)
					if m.Presentation == methods.Redirect { // on to the bank by itself once
						p.Want(200, "status").WantHook("status", "pending")
						if p.Link("proceed") == "" {
							t.Errorf("no way to the bank:\n%s", p.Words())
						}
					} else {
						ledOn(t, p, m)
					}
					b.gateway.Pay(id)
					b.clock.advance(3 * time.Second)
					customer.Do(http.MethodPost, p.URL.Path+"/refresh", nil).Want(200, "status").WantHook("status", "success")
				})
			}
		})
	}
}

// ledOn: the page is the one after a creation that was answered.
func ledOn(t *testing.T, p *browser.Page, m methods.Method) {
	t.Helper()
	if says(p, "details.notCreated") || says(p, "money.none") {
		t.Errorf("it exists, and the page says otherwise:\n%s", p.Words())
	}
	want := "instructions"
	if m.Presentation == methods.Redirect {
		want = "leaving"
	}
	p.Want(200, want).WantHook("method", m.Code)
	row := func(name string) string { value, _ := p.Row(name); return value }
	switch {
	case m.Presentation == methods.Redirect && p.Link("proceed") != "https://bank.example/pay?id=1":
		t.Errorf("the way to the bank is %q:\n%s", p.Link("proceed"), p.Words())
	case m.Presentation == methods.QR && !hasPicture(p),
		(m.Presentation == methods.Transfer || m.Presentation == methods.VirtualAccount) && row("accountNumber") == "",
		m.Presentation == methods.StoreCode && row("reference") == "":
		t.Errorf("nothing to pay by:\n%s", p.Words())
	case m.Presentation == methods.Crypto && (says(p, "instructions.warning.networkUnknown") || !strings.Contains(p.Body, "Bank 4") && !strings.Contains(p.Body, "Network B4")):
		t.Errorf("the network that was chosen isn't named:\n%s", p.Words())
	}
}

// A conflict says that the payment exists. While reads don't find it yet, no page
// says that nothing was charged or that it hasn't started; once they do, it goes on,
// and if they never do, the page says what is missing, and never "waiting for your
// payment".
func TestAConflictWhoseReadsFindNothing(t *testing.T) {
	b, m := newBabel(t, persistent), methodOf(t, "PROMPTPAY", "THB")
	for _, loses := range [][]dialect.Loss{{dialect.Conflict}, {dialect.Error}} {
		customer, p, id := b.pays(t, m, dialect.Dialect{Loses: loses, Hidden: true})
		path := p.URL.Path
		p.Want(200, "status").WantHook("status", "pending")
		b.clock.advance(time.Minute)
		customer.Get(path).Want(200, "status").WantHook("status", "pending")
		b.gateway.Show(id)
		b.clock.advance(time.Minute)
		ledOn(t, customer.Do(http.MethodPost, path+"/refresh", nil), m)

		customer, p, _ = b.pays(t, m, dialect.Dialect{Loses: loses, Hidden: true})
		b.clock.advance(11 * time.Minute)
		p = customer.Get(p.URL.Path).Want(200, "status").WantHook("status", "pending")
		if words := p.Words(); !strings.Contains(words, "status.accepted.money") || strings.Contains(words, "status.pending.heading⟧") {
			t.Errorf("it says to wait for a payment:\n%s", words)
		}
		if p.Link("return") == "" {
			t.Errorf("there is no way back to the shop:\n%s", p.Words())
		}
	}
}

// Nothing was processed: the page asks to press again, and pressing again makes one
// payment.
func TestACreationThatNeverArrivedIsPressedAgain(t *testing.T) {
	b, m := newBabel(t, persistent), methodOf(t, "PROMPTPAY", "THB")
	unprocessed := dialect.Unprocessed
	customer, p, id := b.pays(t, m, dialect.Dialect{Loses: []dialect.Loss{unprocessed, unprocessed, unprocessed}, Terse: true})
	if p.Hook("page") == "waiting" { // three failures: nobody asks for a moment
		b.clock.advance(15 * time.Second)
		p = customer.Get(p.URL.Path)
	}
	if !says(p, "details.notCreated") {
		t.Errorf("nothing says what happened:\n%s", p.Words())
	}
	ledOn(t, customer.Press(p, "pay"), m)
	if n := b.gateway.Creations(id); n != 4 {
		t.Errorf("%d creations", n)
	}
}
