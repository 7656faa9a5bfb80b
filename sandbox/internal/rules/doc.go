// Package rules has, for each payment method and currency, the mandatory and
// optional fields of a creation (interface.md, Payment methods and Method-specific
// data rules) and the operators to choose from.
//
// It is written from the interface alone, sentence by sentence, and shares nothing
// with the payment application's catalogue: if that lacks something, a creation is
// refused here. The sandbox accepts whatever the interface doesn't refuse, except
// unknown names, so that misspelt ones are noticed.
package rules
