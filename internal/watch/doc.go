// Package watch is the only way from the pages to the gateway. It answers from
// what it knows where that is fresh enough, makes one call where several
// people wait for the same, and keeps every request inside the merchant's
// budget, with creations first.
//
//	Payin, Options, MerchantName ──▶ remembered? ──▶ flight (one per question)
//	Create, SetReference ──────────────────────────▶ flight │
//	                                                        ▼
//	                     refused lately? ──▶ budget: merchant's, or the small
//	                                         one of tokens not proven yet
//	                                                        │ a Gate, asked
//	                                                        ▼ before each request
//	                                                    apiclient
//
// A token is proven once the gateway has accepted it. Only then does its
// merchant claim, which nobody here can verify, choose caches and budgets that
// are shared with other customers.
//
// What is kept, is kept in memory, bounded in number and age, keyed by a hash
// of the token, and may be lost at any time: the gateway is asked again.
// Nothing runs in the background; what is under way ends by its own deadline.
package watch
