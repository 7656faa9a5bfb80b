// Package payment has the words that the gateway's packages share: who asks
// (Caller), about which payment (Key), and what was answered, with its time
// (Reading, Options). It only names things; it asks and remembers nothing.
package payment
