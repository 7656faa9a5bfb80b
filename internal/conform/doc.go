// Package conform asks a gateway whether it keeps what payapp assumes of it, by the
// names of internal/assumptions. A probe asks one thing, or looks at the answers about
// one payment, and judges: it fits, it differs, or nothing was like it. What payapp
// would understand is judged by its own client. Of a difference and its consequences
// the first alone is told.
//
// It makes at most one payment a method, one that a gateway should refuse, and one for
// each end that a person is to bring about. It keeps to a pace below the gateway's rate
// until the last probe, which sends eleven requests at once
// (docs/adr/0035-a-gateway-is-asked.md).
package conform
