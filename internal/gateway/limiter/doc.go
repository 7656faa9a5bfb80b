// Package limiter keeps every request within the gateway's rate, and decides who
// goes next. Each merchant has a Limiter.
//
//	Wait ──▶ token not verified? ──▶ strangers: one line for all merchants
//	  │                                  │
//	  └──▶ the merchant's lines, one a lane ◀──┘
//	                  │          Queue: payments to poll (lane background)
//	                  ▼            │
//	            loop ◀─────────────┘ ◀──▶ Arbiter: the slots of a second
//	                  │
//	                  ▼
//	        a Slot: send one request, then say Answered
//
// A Lane is an order of precedence with a least share; in a lane addresses take
// turns. Addresses that bring refused tokens get a penalty. After a 429 the
// merchant slows down (pace). A slot is taken until its request can't count in
// the gateway's second any more (roundTrip).
//
// LocalArbiter is the Arbiter of a replica that is alone. Package replicas has
// the one that replicas share, by the same rules.
//
// What is asked, and what the answers mean, is the caller's business.
package limiter
