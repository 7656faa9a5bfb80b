// Package rules knows, for each payment method and currency, what the
// creation of a payment must and may bring (interface.md, Payment methods and
// Method-specific data rules) and which operators there are to choose from.
//
// It is written from the interface alone, sentence by sentence, and shares
// nothing with the payment application's catalogue: where that has a hole, a
// creation is refused here. What the interface doesn't refuse isn't refused,
// however odd; but for names that it has nowhere, so that a misspelt one shows.
package rules
