// Package payment has the words that upstream's packages share: who asks (Caller),
// about which payment (Key), and which options were answered.
package payment
