// Package answers makes paymentMethodResponse: for each method and currency
// the parts that interface.md gives it, with account numbers, codes and
// payloads that look real and lead nowhere.
//
// An answer depends only on the order: the same order always gets the same one.
package answers
