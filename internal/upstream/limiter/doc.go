// Package limiter keeps every request within the gateway's rate, and decides who
// goes next. Each merchant has a Limiter.
//
//	Wait ──▶ the merchant's lines, one a lane ──┐
//	Queue: payments to poll (lane background) ──┴▶ loop ◀──▶ Window: the slots of a second ◀──▶ Store
//	                                                 ▼
//	                                a Slot: send one request, then say Answered
//
// A Lane is an order of precedence with a least share; in a lane networks take
// turns. After a 429 the merchant slows down (pace).
//
// Anybody can claim any merchant. Tokens of merchants of whom no token has been
// accepted share one more Limiter, Unverified, beside that of the merchant.
//
// A Window grants slots by itself if the replica is alone, or while the Store says
// nothing. Otherwise the Store does, by the same rule for those who wait at any replica.
package limiter
