// Package apiclient is the typed client of the payment gateway's interface
// (interface.md): options, payins, accounts, external references, merchant
// information, tokens, payouts and the code lists.
//
// Every method is a few lines over one request path:
//
//	method ──▶ do: deadline, attempts, waits ──▶ send: one attempt ──▶ gateway
//	             │  (retry.go decides and says why)     │
//	             │                                      ▼
//	             └────────── *Error ◀── errorFrom: status, body → kind
//	             │
//	             ▼
//	           decode: normalised Payin, Options, …
//
// What callers rely on:
//
//   - An error is always an *Error; errors.Is tells its kind (ErrConflict, …).
//   - An answer that can't be trusted is ErrMalformed: never half a payment.
//   - Unknown properties are ignored; a broken optional one is logged and
//     absent. The zero value means absent throughout.
//   - The token is in the Authorization header and nowhere else: not in
//     errors, not in logs.
//   - Nothing waits longer than the context's deadline, or than Timings.Total
//     where there is none.
//
// The package keeps no state between calls but its connections, and a Limiter
// where Config.Gate has one. Caches, budgets and coalescing are
// internal/gateway's business, which takes part by a Gate.
//
// Another module can import this package together with payapp/money;
// testdata/shop is one.
package apiclient
