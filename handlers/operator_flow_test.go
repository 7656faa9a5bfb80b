package handlers_test

import (
	"net/http"
	"net/url"
	"testing"

	"payapp/methods"
)

// A mandatory bank, wallet or store that nobody chose: the page stays, says
// so at the list, and nothing is sent, whatever a form claims.
func TestEveryMandatoryOperatorMissing(t *testing.T) {
	w, tried := setup(t), 0
	for _, m := range methods.Default().All() {
		if m.Operator != methods.OperatorRequired && m.Operator != methods.OperatorWhereListed {
			continue
		}
		tried++
		t.Run(m.Code+"_"+m.Currency, func(t *testing.T) {
			w := w.of(t)
			b := w.browser()
			link := w.link(amountOf(m.Currency), m.Currency, "paymentMethodCode", m.Code)
			p := b.Enter(link).Want(200, "options")
			if p.Has("data-error", "paymentOperatorCode") {
				t.Error("a fault before anything was chosen")
			}
			at := p.URL.Path
			p = b.Do(http.MethodPost, at+"/choose", url.Values{"paymentMethodCode": {m.Code}, "paymentOperatorCode": {""}}).Want(200, "options")
			if !p.Has("data-error", "paymentOperatorCode") || !p.Has("aria-invalid", "true") {
				t.Errorf("no message:\n%s", p.Words())
			}
			form := url.Values{"paymentMethodCode": {m.Code}, "paymentOperatorCode": {operatorOf(m, true)}}
			for _, f := range m.Fields {
				form.Set(f.Name, valueOf(t, m, f))
			}
			b.Do(http.MethodPost, at+"/pay", form).Want(200, "options")
			if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
				t.Errorf("%d creations", n)
			}
		})
	}
	if tried < 10 {
		t.Errorf("only %d methods need an operator", tried)
	}
}

// A part of the name given makes its last name mandatory; all of it left out
// is fine, which TestEveryMethodAndCurrency holds.
func TestNameWithoutLastName(t *testing.T) {
	w, tried := setup(t), 0
	for _, m := range methods.Default().All() {
		for _, f := range m.Fields {
			if f.Group != "customerName" || f.Name == "customerName.lastName" {
				continue
			}
			tried++
			t.Run(m.Code+"_"+f.Name, func(t *testing.T) {
				w := w.of(t)
				b, p, link := w.start(m)
				form := []string{f.Name, valueOf(t, m, f)}
				if _, asked := m.Field("accountName"); asked {
					form = append(form, "accountName", good["accountName"])
				}
				p = b.Press(p, "pay", form...).Want(200, "details")
				if !p.Has("data-error", "customerName.lastName") {
					t.Errorf("no message at the last name:\n%s", p.Words())
				}
				if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
					t.Errorf("%d creations", n)
				}
				b.Press(p, "pay", "customerName.lastName", "Dlamini")
				if got := sentAs(w.calls.creation(t, link.Get("idPayin")), f.Name); got != valueOf(t, m, f) {
					t.Errorf("%s is sent as %q", f.Name, got)
				}
			})
		}
	}
	if tried != 8 {
		t.Errorf("%d parts of names, want 8", tried)
	}
}
