// Package stream holds server-sent event streams open, thousands of them, each
// at the price of its connection and one small struct: no goroutine waits for
// any of them and none has a buffer. An answer of net/http costs both for as
// long as it lasts, so a stream's connection is taken out of the server's hands.
//
//	Reserve ──▶ a place, within the caps ──▶ Hold: head, first event
//	                                            │
//	     schedule (one alarm for all) ──beat────┤
//	     Source ────────────────────told────────┼──▶ queue ──▶ a few workers ──▶ connection
//	     Drain ─────────────────────leave───────┘
//
// A stream tells one thing: the version of what is due, which its Source
// decides, whenever that differs from what it told last. Between changes there
// are beats, so that the other side notices a dead line, and a proxy on the way
// that holds events back. It ends after its life, when there is nothing more to
// tell, when its client is gone or slow, or when the hub drains.
//
// What versions mean, who may listen and what is done where a connection can't
// be held is the callers' business (handlers).
package stream
