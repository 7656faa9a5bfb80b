// Package stream holds thousands of server-sent event streams open. Each costs
// its connection and one small struct, without a goroutine or a buffer. A
// net/http response keeps both for as long as it lasts, so a stream's connection
// is hijacked from the server.
//
//	Reserve ──▶ a place, within the caps ──▶ Hold: head, first event
//	                                            │
//	     timers ────────────────────beat────────┤
//	     Source ────────────────────told────────┼──▶ queue ──▶ a few workers ──▶ connection
//	     Drain ─────────────────────leave───────┘
//
// A stream tells one thing: the version of what is due, as its Source decides
// it, whenever it differs from what was told last. In between there are beats,
// so that the client notices a dead connection or a proxy that buffers events. A
// stream ends after its life, when there is nothing more to tell, when its
// client is gone or slow, or when the hub drains.
//
// The caller (handlers) decides what versions mean, who may listen, and what to
// do when a connection can't be held.
package stream
