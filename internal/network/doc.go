// Package network tells which addresses are one customer's, for what is limited
// by address.
package network
