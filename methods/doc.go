// Package methods is the catalogue: every payment method × currency of the
// gateway as one row of data, and the rules of the fields they ask for.
//
//	Catalogue ─▶ Method (code × currency) ─▶ Field ─▶ Rule
//	                │                                   │
//	      presentation, operator,         Check: canonical value or Problem
//	      reference, caption, glyph       Input: attributes of the form's input
//
// A row says what is asked and how the payment is shown; it contains no code. Only
// a rule knows a format: the server's check, the input's attributes and the
// message's key all come from it, so they can't disagree.
//
// The package doesn't decide about a payment under way (scenarios does), has no
// texts (i18n has them, by message key), and makes no calls. interface.md, Payment
// methods, says what the gateway accepts; docs/assumptions.md lists what is assumed
// beyond that.
//
//go:generate go test -run TestPaymentMethodsPage -update .
package methods
