// Package limiter keeps every request within the gateway's rate, and decides who
// goes next. Each merchant has a Limiter.
//
//	Wait ──▶ the merchant's lines, one a lane
//	                  │          Queue: payments to poll (lane background)
//	                  ▼            │
//	            loop ◀─────────────┘ ◀──▶ Window: the slots of a second ◀──▶ Store
//	                  │
//	                  ▼
//	        a Slot: send one request, then say Answered
//
// A Lane is an order of precedence with a least share; in a lane networks take
// turns. Who comes from a network that brought refused tokens goes last, while
// others wait. After a 429 the merchant slows down (pace). A slot is taken until
// its request is answered, and for a second more: only then it can't count in
// the gateway's second any more. One whose answer nobody waits for any longer is
// taken until a later request is answered.
//
// Anybody can claim any merchant. Tokens of merchants of whom no token has been
// accepted share one more Limiter, Unverified, before they join the line of
// the merchant that they claim.
//
// A Window knows the slots that its replica has taken. It grants them by itself if the
// replica is alone, or while the Store says nothing. Otherwise the Store does, by the
// same rule for those who wait at any replica; package replicas has it.
package limiter
