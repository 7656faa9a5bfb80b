// Package conform asks a gateway whether it keeps what payapp assumes of it, by the
// names of internal/assumptions. A probe asks one thing, a check looks at the answers
// about one payment; each returns what it has seen: kept, differs, or why it couldn't
// be tried. What payapp would understand is judged by its own client.
//
// It makes at most one payment a method, and one for each end that a person is to
// bring about. It keeps to a pace below the gateway's rate until the last probe, which
// sends eleven requests at once (docs/adr/0035-a-gateway-is-asked.md).
package conform
