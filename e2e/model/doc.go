// Package model is a randomised state machine over the whole application: customers
// with tabs, strangers, replicas that die, a gateway and a store that fail, and time
// that passes, in random order. It uses only the application's addresses and page
// hooks, and checks every answer against a small model: what the gateway was told,
// what it said, and what was typed.
//
//	rapid ──▶ action ──▶ customer, tab ──HTTP──▶ a replica ──HTTP──▶ weather ──▶ sandbox
//	                         │                                          │
//	                         └── every answer ──▶ invariants ◀── ledger ┘
//
// Some worlds have a gateway unlike the sandbox (internal/testing/dialect), and a judge
// who knows what is true there and what each token was told:
//
//   - sentences: a page's claims, status and amounts are those that it was told (claims,
//     view: judgeTold);
//   - pairs: of two views that know how it is now, none says the opposite of the other:
//     tabs, browsers, status links, after a restart, at another replica (view: judgePairs);
//   - what is owed: the way to pay while it is good, news, the correction of a number, an
//     end of pressing (owed).
//
// found_unlike_test.go has a short story for each fault that the judge knows. Those that
// the application still commits are listed there, and the list may only shrink.
//
// Each world runs in a bubble of testing/synctest: networks are in memory, and all
// clocks and timers are the bubble's, so hours cost nothing, the gateway's rate is
// the real one, and a hang or a leak is a failure. Worlds whose replicas share a
// store can't, since its sockets are real; a few of them run in real time.
//
// `make test` takes at least 10,000 steps with a fixed seed, a quarter of them with
// the race detector; `make model` takes twenty times as many with a random seed. A
// failure prints its story and its seed, and writes a file into testdata/rapid,
// which is replayed first from then on. Commit it, and once the cause is understood
// add a short test to found_test.go: after a change of the model a replay means
// something else.
//
//	go test ./e2e/model                        as in make test
//	go test ./e2e/model -rapid.checks 100      so many worlds of each crowd
//	go test ./e2e/model -rapid.seed 42         another seed; 0 is a random one
package model
