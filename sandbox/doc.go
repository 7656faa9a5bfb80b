// Package sandbox is a stand-in for the payment gateway of interface.md,
// honest enough to develop against: real HTTP, tokens that are limited to
// their operations, the documented errors and limits, state that survives a
// restart, and answers that look real and can't be paid.
//
//	API call ─▶ serve: version ▸ token ▸ rate ▸ scope ▸ directives ─▶ payin_*.go … ─▶ store
//	person ──▶ bank, approve and scan pages, console ─▶ move a payment's state ─▶ store
//	                                                                       │
//	               background: transitions that have come due ─▶ callbacks ─▶ the shop
//
// It shares nothing with the payment application but money: its wire
// types and its method table are its own reading of interface.md, so that a
// mistake on one side shows as soon as both meet.
//
// The demo shop is a merchant: it talks to the interface with signed requests
// like any other, and knows nothing that a merchant wouldn't know. Only its calls
// don't count: looking at a page changes nothing for the merchant's programs.
package sandbox
