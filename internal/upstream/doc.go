// Package upstream is the only way from the pages to the gateway. It answers from
// its caches where they are fresh enough, makes one call when several people ask
// the same thing, and reads in the background what pages watch.
//
//	Payin, Options, MerchantName ──▶ remembered? ──▶ call (one per question)
//	Create, SetReference ──────────────────────────▶ call
//	                                                   ▼ a gate, asked before each request
//	Watch ──▶ polls: what is due ──▶ poll ──▶ limiter: a slot of the merchant's rate
//	                                                   ▼
//	                                               apiclient ──▶ gateway
//
// Below it, limiter keeps the rate, polls has the queue, and replicas shares
// both, and the answers, with other replicas. payment has the words of them all,
// aged the map that caches are made of.
//
// A token is verified once the gateway has accepted it. Nobody
// here can check its merchant claim, so only then does the claim decide what is
// shared with other customers.
//
// Pages never wait for a poll. Watched payments are read in the background, the
// most overdue first, and their watchers are told what is new. A call in line
// stays there as long as its page keeps asking for it.
//
// Caches are bounded in number, bytes and age, and keyed by a hash of the token.
// They may be lost at any time: the gateway is asked again. Close ends the
// background work.
package upstream
