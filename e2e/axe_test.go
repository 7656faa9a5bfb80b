package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"payapp/e2e/kit"
	"payapp/e2e/suite"
	"payapp/internal/testing/await"
)

// axe finds nothing on the way through the payments with the most kinds of
// pages. TestEveryPage has all pages, with made-up data.
func TestAccessibleOnTheWay(t *testing.T) {
	begin(t)
	for lang, d := range map[string]device{"en": phone, "th": desktop} {
		t.Run(lang+"/"+d.Name, func(t *testing.T) {
			begin(t)
			b := open(t, customer{Device: d})
			walkInspecting(t, b, lang)
		})
	}
}

func walkInspecting(t *testing.T, b *tab, lang string) {
	b.Observer.Expect(400, 403)
	o := newOrder(t, "499.00", "INR", "lang", lang)
	b.Enter(o)
	b.InspectAll() // options
	b.Click(`input[name=paymentMethodCode][value=P2A_V2]`)
	b.Press(`button:not([name])` + action("continue"))
	b.InspectAll() // operators
	b.Pay(choice{Method: "P2A_V2"})
	b.InspectAll() // transfer
	b.Press("main " + action("continue"))
	b.Press(action("submit-reference"))
	b.Want("reference")
	b.InspectAll() // a faulty field
	b.Fill("reference", "432112345678")
	b.Press(action("submit-reference"))
	b.InspectAll() // pending
	o.Set("SUCCESS")
	b.WaitStatus("success")
	b.InspectAll()

	o = newOrder(t, "800", "TWD", "lang", lang)
	b.Enter(o)
	b.Choose(choice{Method: "CODE_PAYMENT", Operator: "ibon"})
	b.Press(action("pay")) // with nothing filled in
	b.Want("details")
	b.InspectAll()
	at := slices.IndexFunc(suite.Presentations, func(p suite.Presentation) bool { return p.Name == "CODE_PAYMENT" })
	b.Pay(suite.Presentations[at].Choice)
	b.InspectAll() // store code
	o.Set("REFUSED")
	b.WaitStatus("failed")
	b.InspectAll()

	o = newOrder(t, "99.00", "THB", "lang", lang, "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567")
	b.Enter(o)
	b.Want("review")
	b.InspectAll()
	b.Press(action("pay"))
	b.Want("instructions")
	b.InspectAll() // QR

	b.Visit(theWorld.App + "/?merchantCode=DEMO&lang=" + lang)
	b.Want("problem")
	b.InspectAll()
}

// axe is asked, and what it finds fails a test: a page with a known fault has it found.
func TestAxeFindsAKnownFault(t *testing.T) {
	begin(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><main data-page="status"><h1>Page</h1><input name="a"></main>`)
	}))
	t.Cleanup(server.Close)
	w := worldOf(t).World
	w.App, w.Failures, w.Left, w.Sandbox = server.URL, "", nil, ""
	d := &doomed{T: t}
	b := kit.Open(d, &w, customer{Device: phone})
	done := make(chan struct{})
	go func() {
		defer close(done)
		b.Visit(server.URL)
		b.InspectAll()
	}()
	await.For(t, "axe's word", done)
	if said := strings.Join(d.said, "\n"); !strings.Contains(said, "label") {
		t.Errorf("of a field without a label it said %q", said)
	}
}
