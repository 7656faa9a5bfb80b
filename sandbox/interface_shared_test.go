package sandbox_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/sandbox"
)

// story is the answers about one payment: at its creation, while it waited, and
// after it succeeded.
type story struct {
	sandbox.Method
	created, waiting, paid reply
}

// stories are those of one payment for every method and currency. end follows
// "~" in the order ids.
func (f *fixture) stories(end string) []story {
	f.t.Helper()
	token := f.general("DEMO")
	var list []story
	for _, m := range sandbox.Methods() {
		id := strings.ToLower(m.Code+"-"+m.Currency) + end
		s := story{Method: m, created: f.create(token, id, m.Code, m.Currency, sandbox.SampleAmount(m.Currency))}
		s.waiting = f.want(200, token, "GET", "/payins/"+id, "")
		f.setStatus(id, "SUCCESS")
		s.paid = f.want(200, token, "GET", "/payins/"+id, "")
		list = append(list, s)
	}
	if len(list) < 40 {
		f.t.Fatalf("only %d methods and currencies", len(list))
	}
	return list
}

// answers are the three answers of a payment by name.
func (s story) answers() map[string]reply {
	return map[string]reply{"created": s.created, "waiting": s.waiting, "paid": s.paid}
}

// isMoney reports whether a value is what interface.md calls money: exactly a
// JSON number and a text.
func isMoney(v any) bool {
	object, _ := v.(map[string]any)
	_, number := object["amount"].(json.Number)
	code, text := object["currencyCode"].(string)
	return number && text && code != "" && len(object) == 2
}

// hasTexts reports whether a value is an object with exactly these properties,
// all of them non-empty texts.
func hasTexts(v any, names ...string) bool {
	object, _ := v.(map[string]any)
	for _, name := range names {
		if text, _ := object[name].(string); text == "" {
			return false
		}
	}
	return len(object) == len(names)
}

// within walks a value and everything in it.
func within(v any, path string, visit func(path string, v any)) {
	visit(path, v)
	switch inner := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(inner)) {
			within(inner[name], strings.TrimPrefix(path+"."+name, "."), visit)
		}
	case []any:
		for _, entry := range inner {
			within(entry, path+"[]", visit)
		}
	}
}

// last is the name at the end of a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

var timestamp = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

// interface.md, Shared objects: each has its shape wherever it appears, in
// every answer about every method.
func TestSharedObjects(t *testing.T) {
	f := setup(t)
	all := f.stories("~vat")
	// everywhere visits each occurrence of the name in an answer, and counts
	// them.
	everywhere := func(name string, visit func(s story, path string, v any)) (places int) {
		for _, s := range all {
			for when, r := range s.answers() {
				within(r.json, "", func(path string, v any) {
					if last(path) == name {
						places++
						visit(s, s.Code+" "+s.Currency+" "+when+" "+path, v)
					}
				})
			}
		}
		return places
	}
	atLeast := func(t *testing.T, least, places int) {
		t.Helper()
		if places < least {
			t.Errorf("only %d places were looked at", places)
		}
	}
	t.Run("Shared money.amount", func(t *testing.T) {
		atLeast(t, len(all)*3, everywhere("money", func(_ story, path string, v any) {
			if !isMoney(v) {
				t.Errorf("%s: got %v", path, v)
			}
		}))
		// Decimals occur, and are exact.
		token := f.token("cents")
		f.create(token, "cents", "PROMPTPAY", "THB", "0.07")
		if r := f.want(200, token, "GET", "/payins/cents", ""); r.at("paymentMethodResponse.money.amount") != json.Number("0.07") {
			t.Errorf("got %s", r.raw)
		}
	})
	t.Run("Shared money.currencyCode", func(t *testing.T) {
		everywhere("currencyCode", func(s story, path string, v any) {
			if v != s.Currency {
				t.Errorf("%s: got %v", path, v)
			}
		})
	})
	t.Run("Shared fee", func(t *testing.T) {
		token := f.general("DEMO")
		f.want(200, token, "POST", "/payouts/with-fee", payout("250.50", "THB", thaiTransfer))
		if r := f.want(200, token, "GET", "/payouts/with-fee", ""); !isMoney(r.json["fee"]) {
			t.Errorf("got %s", r.raw)
		}
	})
	t.Run("Shared vat", func(t *testing.T) {
		places := everywhere("vat", func(_ story, path string, v any) {
			if !isMoney(v) {
				t.Errorf("%s: got %v", path, v)
			}
		})
		if places != len(all)*3 {
			t.Errorf("with vat levied: in %d answers of %d", places, len(all)*3)
		}
		for _, s := range setup(t).stories("") {
			for when, r := range s.answers() {
				if r.at("paymentMethodResponse.vat") != nil {
					t.Errorf("%s %s %s, without: got %s", s.Code, s.Currency, when, r.raw)
				}
			}
		}
	})
	t.Run("Shared paymentOperator", func(t *testing.T) {
		atLeast(t, 60, everywhere("paymentOperator", func(_ story, path string, v any) {
			if !hasTexts(v, "code", "name") {
				t.Errorf("%s: got %v", path, v)
			}
		}))
	})
	t.Run("Shared accountCustomer", func(t *testing.T) {
		numbered, bare := 0, 0
		everywhere("accountCustomer", func(_ story, path string, v any) {
			switch {
			case hasTexts(v, "accountName", "accountNumber"), hasTexts(v, "accountNumber"):
				numbered++
			case hasTexts(v, "accountName"):
				bare++ // in some responses accountNumber is optional
			default:
				t.Errorf("%s: got %v", path, v)
			}
		})
		if numbered == 0 || bare == 0 {
			t.Errorf("%d with a number, %d without", numbered, bare)
		}
	})
	t.Run("Shared externalReference", func(t *testing.T) {
		token := f.token("utr")
		f.create(token, "utr", "P2A_V2", "INR", "10")
		f.want(200, token, "POST", "/payins/utr/externalReference", `{"reference":"432112345678"}`)
		if r := f.want(200, token, "GET", "/payins/utr", ""); !hasTexts(r.at("paymentMethodResponse.externalReference"), "reference") {
			t.Errorf("supplied: got %s", r.raw)
		}
		if places := everywhere("externalReference", func(_ story, path string, v any) { t.Errorf("%s: got %v, and none was supplied", path, v) }); places != 0 {
			t.Errorf("%d answers had one", places)
		}
	})
	t.Run("Shared paymentLocation", func(t *testing.T) {
		for _, code := range []string{"CODE_PAYMENT", "VAPAY"} {
			with := f.want(200, f.token("here-"+code), "POST", "/payins/here-"+code, f.payinBody(code, "TWD", "500", put("paymentLocation.city", "Tainan")))
			if with.at("paymentMethodResponse.paymentLocationCustomer.city") != "Tainan" {
				t.Errorf("%s: got %s", code, with.raw)
			}
			got := f.refused("nowhere-"+code, f.payinBody(code, "TWD", "500", func(m map[string]any) { delete(m, "paymentLocation") }))
			if needed := code == "CODE_PAYMENT"; slices.Contains(got, "paymentLocation") != needed || needed == (got == nil) {
				t.Errorf("%s without it: refused for %q", code, got)
			}
		}
	})
}

// interface.md, Shared objects: only lastName is required within customerName,
// an optional object of two methods.
func TestSharedCustomerName(t *testing.T) {
	f := setup(t)
	whole := map[string]any{"titleBefore": "Dr", "firstName": "Alex", "middleName": "B", "lastName": "Example", "titleAfter": "PhD"}
	for _, code := range []string{"BANKA_PAY", "BANKB_PAY"} {
		for name, c := range map[string]struct {
			given any
			want  []string
		}{
			"none": {nil, nil}, "whole": {whole, nil}, "last name": {map[string]any{"lastName": "Example"}, nil},
			"no last name": {map[string]any{"titleBefore": "Dr", "firstName": "Alex", "middleName": "B", "titleAfter": "PhD"}, []string{"customerName.lastName"}},
		} {
			id := "o-" + code + "-" + strings.ReplaceAll(name, " ", "-")
			change := put("customerName", c.given)
			if c.given == nil {
				change = func(m map[string]any) { delete(m, "customerName") }
			}
			if got := f.refused(id, f.payinBody(code, "ZAR", "10", change)); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: refused for %q, want %q", code, name, got, c.want)
			}
		}
	}
}
