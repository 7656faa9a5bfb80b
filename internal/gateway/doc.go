// Package gateway is the only way from the pages to the gateway. It answers from
// its caches where they are fresh enough, makes one call when several people ask
// the same thing, and keeps every request within the merchant's rate, with
// creations first.
//
//	Payin, Options, MerchantName ──▶ remembered? ──▶ call (one per question)
//	Create, SetReference ──────────────────────────▶ call   │
//	                                                        ▼ a gate, asked before each request
//	                        token not proven? ──▶ strangers: one line for all merchants
//	                                                        │
//	                                                        ▼
//	Watch ──▶ queue ──▶ poll ──▶ limiter: the merchant's lanes ◀──▶ arbiter: the slots of a second
//	                                                        │
//	                                                        ▼
//	                                                    apiclient
//
// A token is verified (in code: proven) once the gateway has accepted it. Nobody
// here can check its merchant claim, so only then does the claim decide what is
// shared with other customers. Until then the token's calls wait in a line for
// all unverified callers (strangers), by address.
//
// Pages never wait for a poll. Watched payments are read in the background, the
// most overdue first, and their watchers are told what is new. A call in line
// stays there as long as its page keeps asking for it.
//
// Caches are bounded in number, bytes and age, and keyed by a hash of the token.
// They may be lost at any time: the gateway is asked again. Arbiter, queue and
// readings can be shared with other replicas, see store.go. Close ends the
// background work.
package gateway
