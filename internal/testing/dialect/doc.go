// Package dialect is a second gateway, for tests only, that differs from the sandbox
// wherever the gateway's interface allows it: other words, shapes, types and ways to
// pay. Application and sandbox may share a wrong assumption; this gateway doesn't.
//
// It keeps two ledgers, and pages are held to both: what is true of each payment (the
// money that came, whether it can still be paid), and what each token was told, in
// answers that it wrote whole. A dialect declares whether a way to pay that an answer
// leaves out is withdrawn.
//
// It accepts every token and every creation; only the sandbox checks requests.
package dialect
