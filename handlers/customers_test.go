package handlers_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/customers"
	"payapp/methods"
)

// The first customer of each market by each method, and every seventh beside
// them, over real HTTP: the form takes what they type, and the gateway what is
// made of it.
func TestCustomersPayOverHTTP(t *testing.T) {
	w := setup(t)
	seen := map[string]bool{}
	paid := 0
	for i, c := range customers.All() {
		m, ok := methods.Default().Find(c.Method, c.Currency)
		if !ok || seen[m.Code+m.Currency] && i%7 > 0 {
			continue
		}
		if email := c.Fields["emailAddress"]; strings.Contains(email, "..") || strings.Contains(email, ".@") {
			continue // the sandbox knows RFC 5322 alone
		}
		seen[m.Code+m.Currency] = true
		b, p, link := w.start(m)
		var form []string
		for name, value := range c.Fields {
			if _, asked := m.Field(name); asked && p.Input(name) != nil {
				form = append(form, name, value)
			}
		}
		p = b.Press(p, "pay", form...)
		if page := p.Hook("page"); page != "instructions" && page != "leaving" && page != "status" {
			t.Errorf("%s, %s %v: %s\n%s", c.Market, c.Method, c.Fields, page, p.Words())
			continue
		}
		if w.calls.creation(t, link.Get("idPayin")) == nil {
			t.Errorf("%s %v: nothing was created", c.Method, c.Fields)
		}
		paid++
	}
	if paid < 60 {
		t.Errorf("only %d customers", paid)
	}
}

// Every eighth slip over real HTTP: it is told at its field and nothing is
// sent; Pay anyway sends what only ours is against.
func TestSlipsAreToldOverHTTP(t *testing.T) {
	w := setup(t)
	english := messages(t)
	for i, slip := range customers.Slips() {
		m, ok := methods.Default().Find(slip.Method, slip.Currency)
		if !ok || i%8 > 0 || slip.Field == "accountType" { // which the bank settles
			continue
		}
		field, _ := m.Field(slip.Field)
		b, p, link := w.start(m)
		form := append([]string{slip.Field, slip.Typed}, requiredOf(t, m, slip.Field)...)
		p = b.Press(p, "pay", form...).Want(200, "details")
		problem := m.Check(field, slip.Typed).Problem
		want := english[slip.Key]
		if problem.Soft && slip.Key == "error.digits" {
			want = english["error.digits-usual"] // a doubt gives no order
		}
		if !tells(p, want) {
			t.Errorf("%+v: want %q:\n%s", slip, want, p.Words())
		}
		if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
			t.Errorf("%+v was sent", slip)
		}
		if !problem.Soft {
			continue
		}
		b.Press(p, "pay")
		if sentAs(w.calls.creation(t, link.Get("idPayin")), slip.Field) == nil {
			t.Errorf("%+v isn't sent anyway", slip)
		}
	}
}

// tells reports whether the page has the parts of a message that no variable
// fills.
func tells(p *browser.Page, message string) bool {
	text := strings.Join(strings.Fields(p.Text()), " ") // a sentence has a line of its own
	for _, part := range variable.Split(message, -1) {
		if !strings.Contains(text, strings.Join(strings.Fields(part), " ")) {
			return false
		}
	}
	return message != ""
}

var variable = regexp.MustCompile(`{{[^}]*}}`)

// messages are the English ones.
func messages(t *testing.T) map[string]string {
	t.Helper()
	content, err := os.ReadFile("../i18n/messages/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var parsed map[string]any
	if err := json.Unmarshal(content, &parsed); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for key, words := range parsed {
		if text, ok := words.(string); ok { // what a rule says has no plural forms
			all[key] = text
		}
	}
	for key, text := range all {
		if same, ok := strings.CutPrefix(text, "="); ok {
			all[key] = all[same]
		}
	}
	return all
}
