package shop

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/wire"
)

// submitShop makes an order. A browser is redirected to the payment, or with
// go=order to the order's page; a client that accepts JSON gets the addresses.
// Errors are shown beside their fields, and the form keeps its contents.
func (s *Shop) submitShop(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	asJSON := strings.Contains(r.Header.Get("Accept"), "application/json")
	form, problems := s.readForm(r)
	if name := unknownField(r); asJSON && name != "" {
		return nil, page.BadRequest("There is no field " + name + " here, but " + strings.Join(fields, ", ") + " and data.accountName ….")
	}
	if len(problems) > 0 && asJSON {
		message := "these fields can't be used"
		for _, name := range slices.Sorted(maps.Keys(problems)) {
			message += "; " + name + ": " + problems[name]
		}
		return nil, writeJSON(w, http.StatusBadRequest, wire.Error{
			Code:    "INVALID_REQUEST",
			Message: message,
			Fields:  slices.Sorted(maps.Keys(problems)),
		})
	}
	if len(problems) > 0 {
		return s.shopPage(r, http.StatusBadRequest, r.PostForm, problems), nil
	}
	order, err := s.makeOrder(r, form)
	if refusal, ok := errors.AsType[*refusedError](err); ok || errors.Is(err, errNoAnswer) {
		if asJSON {
			return nil, writeJSON(w, http.StatusBadGateway, wire.Error{Code: "BAD_GATEWAY", Message: "the gateway gave no token: " + err.Error()})
		}
		what := "no answer"
		if ok {
			what = fmt.Sprintf("no token (%d)", refusal.status)
		}
		return s.shopPage(
			r, http.StatusBadGateway, r.PostForm,
			map[string]string{"token": "The gateway gave " + what + ", as the rules under Faults and time may have it. Try again."},
		), nil
	}
	if err != nil {
		return nil, err
	}
	unknown := directive.Unknown(order.ID)
	if asJSON {
		return nil, writeJSON(w, http.StatusOK, madeOrder{order.ID, order.Token, order.RedirectURL, order.StatusURL, unknown})
	}
	target := order.RedirectURL
	if r.PostFormValue("go") == "order" || len(unknown) > 0 { // the order's page shows them
		target = "/shop/orders/" + order.ID
	}
	remember(w, r.PostForm, order.ID)
	page.Secure(w.Header(), page.Origin(s.App()))
	http.Redirect(w, r, target, http.StatusSeeOther)
	return nil, nil
}

// fields are what the form takes, beside customer data.
var fields = slices.Concat(typedParameters, []string{
	"merchantCode", "idPayin", "scenario", "method", "operatorOnly", "amount", "outcome", "steering", "validity", "lang",
	"callbackUrl", "returnUrl", "noName", "item", "go",
})

// unknownField is a name that a program has misspelt, "" if there is none: the
// order would be another one than was meant.
func unknownField(r *http.Request) string {
	for _, name := range slices.Sorted(maps.Keys(r.Form)) {
		if !slices.Contains(fields, name) && !strings.HasPrefix(name, "data.") {
			return name
		}
	}
	return ""
}

// madeOrder is an order as programs get it.
type madeOrder struct {
	IDPayin     string `json:"idPayin"`
	Token       string `json:"token"`
	RedirectURL string `json:"redirectUrl"`
	StatusURL   string `json:"statusUrl"`
	// UnknownDirectives are parts of the id that have no effect.
	UnknownDirectives []string `json:"unknownDirectives,omitempty"`
}

func writeJSON(w http.ResponseWriter, status int, answer any) error {
	page.Secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	return json.NewEncoder(w).Encode(answer)
}
