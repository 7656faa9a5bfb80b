// Package sandbox is a stand-in for the payment gateway of interface.md,
// honest enough to develop against: real HTTP, tokens that are limited to
// their operations, the documented errors and limits, state that survives a
// restart, and answers that look real and can't be paid.
//
//	API call ─▶ api ─────▶ internal/store, internal/process
//	person ──▶ console ──▶ internal/process: moves a payment's state
//	       ╰─▶ shop ─────▶ api, as a merchant
//	background: internal/process ─▶ transitions that have come due ─▶ callbacks ─▶ the shop
//
// It shares nothing with the payment application but money: its wire
// types and its method table are its own reading of interface.md, so that a
// mistake on one side shows as soon as both meet. This package puts the rooms
// together; api, shop and console don't know one another, but for the console's
// links to the shop's orders.
package sandbox
