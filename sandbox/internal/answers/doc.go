// Package answers makes paymentMethodResponse: for each method and currency
// the parts that interface.md gives it, with account numbers, codes and
// payloads that look real and lead nowhere.
//
// All of it follows from the order, so the same order always gets the same
// answer.
package answers
