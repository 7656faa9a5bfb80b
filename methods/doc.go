// Package methods is the catalogue: every payment method × currency of the
// gateway as one row of data, and the rules of the fields they ask for.
//
//	Catalogue ─▶ Method (code × currency) ─▶ Field ─▶ Rule
//	                │                                   │
//	      presentation, operator,         Check: canonical value or Problem
//	      reference, caption, glyph       Input: attributes of the form's input
//
// A row says what is asked and how the payment is shown; it holds no code. A
// rule is the only place that knows a format: the server's check, the input's
// attributes and the message's key all come from it, so they can't disagree.
//
// The package decides nothing about a payment under way (scenarios does),
// words nothing (i18n does, by the keys that Keys lists), and speaks to nobody.
// What the gateway takes is decided by interface.md, Payment methods;
// what is assumed beyond it is listed in docs/assumptions.md.
//
//go:generate go test -run TestPaymentMethodsPage -update .
package methods
