// Package api serves the operations of interface.md: tokens, options, payins,
// payouts, balances and lists, with the documented errors and limits.
//
//	call ─▶ serve: version ▸ token ▸ rate ▸ scope ▸ directives ▸ faults ─▶ payin_*.go … ─▶ store
//
// internal/process handles what happens to a payment afterwards.
package api
