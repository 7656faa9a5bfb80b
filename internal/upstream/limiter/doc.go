// Package limiter keeps every request within the gateway's rate, and decides who
// goes next. Each merchant has a Limiter.
//
//	Wait ──▶ the merchant's lines, one a lane
//	                  │          Queue: payments to poll (lane background)
//	                  ▼            │
//	            loop ◀─────────────┘ ◀──▶ Window: the slots of a second
//	                  │
//	                  ▼
//	        a Slot: send one request, then say Answered
//
// A Lane is an order of precedence with a least share; in a lane networks take
// turns. Who comes from a network that brought refused tokens goes last, while
// others wait. After a 429 the merchant slows down (pace). A slot is taken until
// its request is answered, and for a second more: only then it can't count in
// the gateway's second any more.
//
// Anybody can claim any merchant. Tokens of merchants of whom no token has been
// accepted share one more Limiter, Unverified, before they join the line of
// the merchant that they claim.
//
// LocalWindow is the Window of a replica that is alone. Package replicas has the
// one that replicas share, by the same rules.
package limiter
