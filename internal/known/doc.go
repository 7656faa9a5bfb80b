// Package known has what is known of one payment: a value, and the one rule by
// which two of them become one.
//
//	the gateway's answers ──▶ Payment ──┐
//	another replica's     ──▶ Payment ──┼─ Merge ─▶ Payment ─▶ what pages say
//	this browser's cookie ──▶ Payment ──┘
//
// Memory, the store that replicas share and a browser's cookie hold the same
// value. Whoever has two of them merges them, in any order and as often as they
// come. It is pure: no I/O and no clock.
//
// It says only what the gateway said, and what was sent to it. What a page makes
// of that is decided in scenarios.
package known
