// Package examples has whole shops to copy, one file each and without packages:
// in Go, Node, Python and PHP. Its tests run all four against the sandbox, with
// the same walks for each. docs/merchants.md leads through them.
//
//	order ──▶ payment 1 ──▶ ended ──▶ payment 2 ──▶ paid
//	             ▲ callback, poll, return page: each only says "ask the gateway"
//
// Money is given back by a payout, and the gateway's word alone says that it is.
package examples
