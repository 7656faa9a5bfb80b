// Package model is a randomised state machine over the whole application:
// customers with tabs, strangers, replicas that die, a gateway and a store that
// fail, and time that passes, in any order that chance finds. It knows the
// application by its addresses and page hooks alone, and judges every answer by
// a small model of its own: what the gateway was told, what it said, what was
// typed.
//
//	rapid ──▶ action ──▶ customer, tab ──HTTP──▶ a replica ──HTTP──▶ weather ──▶ sandbox
//	                         │                                          │
//	                         └── every answer ──▶ invariants ◀── ledger ┘
//
// Each world lives in a bubble of testing/synctest: networks are in memory, and
// the clocks and timers of all parts are the bubble's, so that hours cost
// nothing, the gateway's rate is the real one, and a hang or a leak is a
// failure. Worlds whose replicas share a store can't: its sockets are real.
// There are a few of them, in real time.
//
// `make test` takes at least 10,000 steps with a fixed seed, and a quarter as many
// with the race detector; `make model` takes twenty times as many with one of
// chance. A failure tells its story, prints its seed and writes a file into
// testdata/rapid, which is replayed first from then on: commit it, and once the
// cause is understood add a short test to found_test.go, since a replay means
// something else after the model changed.
//
//	go test ./e2e/model                        as in make test
//	go test ./e2e/model -rapid.checks 100      so many worlds of each crowd
//	go test ./e2e/model -rapid.seed 42         another seed; 0 takes one of chance
package model
