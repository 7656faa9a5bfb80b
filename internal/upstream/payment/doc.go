// Package payment has the words that upstream's packages share: who asks
// (Caller), about which payment (Key), and which options were answered, with
// their time. What is known of a payment is known.Payment. It only names
// things; it asks and remembers nothing.
package payment
