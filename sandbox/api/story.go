package api

import (
	"cmp"

	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// How much of a body a story keeps, in bytes: from an authenticated caller, and
// from any other.
const (
	keptBody    = 32 << 10
	keptOfOther = 1 << 10
)

// record adds the call to its payment's story, without its token.
func (a *API) record(c *call, status int, answer []byte) {
	if c.id == "" || !wire.ValidID(c.id) || mark.IsLooking(c.Context()) {
		return
	}
	limit := keptBody
	if c.merchant.Code == "" {
		limit = keptOfOther
	}
	err := a.Store.AddExchange(c.Context(), c.merchant.Code, cmp.Or(c.kind, store.Payin)+"/"+c.id, store.Exchange{
		At: a.Clock.Now(), Method: c.Method, Path: c.URL.Path,
		Request: store.Told(c.body, limit), Status: status, Response: store.Told(answer, limit),
	})
	if err != nil && c.Context().Err() == nil {
		a.Logger.ErrorContext(c.Context(), "sandbox: story", "error", err)
	}
}
