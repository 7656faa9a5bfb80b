// Package gateway is a proxy in front of the sandbox that counts what reaches
// the gateway, and enforces its limit.
package gateway
