package console

import (
	"net/http"
	"strings"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// pattern is scope for rules: the id may end with "*" for any end.
func (c *Console) pattern(r *http.Request) (store.Scope, error) {
	text := strings.TrimSpace(r.PostFormValue("idPayin"))
	start, open := strings.CutSuffix(text, "*")
	if !open {
		return c.scope(r)
	}
	r.PostForm.Set("idPayin", start)
	scope, err := c.scope(r)
	scope.ID = text
	return scope, err
}

// scope is what a form is about: one merchant, one payment, or everything, so
// that suites that run in parallel don't disturb each other.
func (c *Console) scope(r *http.Request) (store.Scope, error) {
	scope := store.Scope{Merchant: r.PostFormValue("merchantCode"), ID: strings.TrimSpace(r.PostFormValue("idPayin"))}
	if _, ok := c.Merchants.ByCode(scope.Merchant); !ok && scope.Merchant != "" {
		return scope, page.BadRequest("There is no such merchant.")
	}
	if scope.ID != "" && !wire.ValidID(scope.ID) {
		return scope, page.BadRequest("The field idPayin can't be a payment's id.")
	}
	return scope, nil
}
