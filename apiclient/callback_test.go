package apiclient

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
)

// "A payin's callback has the merchant's order id in a parameter called
// idPayin" (interface.md, Events); method and payload aren't shown.
func TestPayinOfCallback(t *testing.T) {
	for name, c := range map[string]struct{ method, target, body, want string }{
		"address":              {"POST", "/?idPayin=order.1", "", "order.1"},
		"address of a GET":     {"GET", "/?x=1&idPayin=order.1", "", "order.1"},
		"form":                 {"POST", "/", "idPayin=order.1&type=new", "order.1"},
		"both":                 {"POST", "/?idPayin=order.1", "idPayin=order.1", "order.1"},
		"JSON":                 {"POST", "/", ` {"type": "NEW", "idPayin": "order.1"}`, "order.1"},
		"encoded":              {"POST", "/?idPayin=a%2Fb%20c", "", "a/b c"},
		"none":                 {"POST", "/", "", ""},
		"empty":                {"POST", "/?idPayin=", "", ""},
		"two":                  {"POST", "/?idPayin=order.1&idPayin=order.2", "", ""},
		"address and another":  {"POST", "/?idPayin=order.1", "idPayin=order.2", ""},
		"JSON and another":     {"POST", "/?idPayin=order.1", `{"idPayin":"order.2"}`, ""},
		"JSON of another type": {"POST", "/", `{"idPayin": 7}`, ""},
		"a payout's":           {"POST", "/?idPayout=order.1", "", ""},
		"too long":             {"POST", "/?idPayin=order.1", strings.Repeat("x", maxCallback+1), ""},
		"as long as may be":    {"POST", "/?idPayin=order.1", strings.Repeat("x", maxCallback), "order.1"},
	} {
		got, err := PayinOfCallback(httptest.NewRequest(c.method, c.target, strings.NewReader(c.body)))
		if got != c.want || (c.want == "") != errors.Is(err, ErrCallback) {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
		}
	}
}
