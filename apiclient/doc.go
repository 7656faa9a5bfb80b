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
//   - A broken answer is ErrMalformed: callers never get half a payment.
//   - Unknown properties are ignored; a broken optional one is logged and
//     counts as absent. The zero value always means absent.
//   - The token is only in the Authorization header, never in errors or logs.
//   - Nothing waits longer than the context's deadline, or than Timings.Total
//     without one.
//
// The package keeps no state between calls except connections, how far the
// gateway's clock is ahead (Ahead), and a Limiter if Config.Gate has one. Caches,
// limits and coalescing are in internal/upstream, which controls requests through a
// Gate.
//
// Another module can import this package together with payapp/money, and
// payapp/sandbox in its tests: docs/merchants.md says how, and has a test that
// is one.
package apiclient
