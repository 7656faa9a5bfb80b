// Package dialect is a second gateway, for tests only, that differs from the sandbox
// wherever the gateway's interface allows it: other words, shapes, types and ways to
// pay. Application and sandbox may share a wrong assumption; this gateway doesn't.
//
// It also knows what is true of each payment and what it has told of it, and holds
// pages to that.
//
// It accepts every token and every creation; only the sandbox checks requests.
package dialect
