// Package gateway is the only way from the pages to the gateway. It answers from
// what it knows where that is fresh enough, makes one call where several
// people wait for the same, and keeps every request inside the merchant's
// rate, with creations first.
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
// A token is proven once the gateway has accepted it. Only then does its
// merchant claim, which nobody here can verify, choose what is shared with
// other customers. Until then it waits among strangers, by address.
//
// A page never waits for a poll. Payments that somebody watches are read in the
// background, the most overdue first, and whoever watches is told of what is
// new. A call that is in line goes on while its page comes back for it.
//
// What is remembered is bounded in number, bytes and age, keyed by a hash of the
// token, and may be lost at any time: the gateway is asked again. Arbiter, queue
// and readings can be shared with other replicas, see store.go. Close ends what
// runs in the background.
package gateway
