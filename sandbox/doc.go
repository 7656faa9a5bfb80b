// Package sandbox is a stand-in for the payment gateway of interface.md, realistic
// enough to develop against: real HTTP, tokens limited to their operations, the
// documented errors and limits, state that survives a restart, and answers that
// look real and can't be paid.
//
//	API call ─▶ api ─────▶ internal/store, internal/process
//	person ──▶ console ──▶ internal/process: moves a payment's state
//	       ╰─▶ shop ─────▶ api, as a merchant
//	background: internal/process ─▶ transitions that have come due ─▶ callbacks ─▶ the shop
//
// It shares only package money with the payment application. Its wire types and
// its method table are a separate reading of interface.md, so that a mistake on
// one side shows when the two meet. This package wires the parts together: api,
// shop and console don't import one another, except for the console's links to
// the shop's orders.
package sandbox
