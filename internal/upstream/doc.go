// Package upstream is the only way from the pages to the gateway. It answers from
// its caches where they are fresh enough, makes one call when several people ask
// the same thing, and reads in the background what pages watch.
//
//	Payin, Options, MerchantName ──▶ remembered? ──▶ call (one per question)
//	Create, SetReference ──────────────────────────▶ call ──▶ a gate, before each request
//	Watch ──▶ polls: what is due ──▶ poll ──▶ limiter: a slot of the merchant's rate ──▶ apiclient
//
// replicas shares rate and answers with other replicas, payment has the words of all,
// aged the map that caches are made of. They are bounded, keyed by a hash of the token,
// and may be lost at any time: the gateway is asked again.
//
// A token is verified once the gateway has accepted it. Nobody here can check its
// merchant claim, so only then does that decide what is shared with other customers.
package upstream
