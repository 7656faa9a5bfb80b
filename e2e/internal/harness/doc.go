// Package harness is what the programs that try payapp as real processes share
// (e2e/crowd, e2e/rehearse): processes, a Redis and free ports of this machine, the
// sandbox's demo shop, and customers whose browser runs no scripts. It knows the
// application by its contract alone: addresses, settings and page hooks.
//
// Linux only: memory and processor time come from /proc.
package harness
