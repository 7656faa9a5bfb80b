// Package doctor looks at a deployed application from outside, through its proxy,
// as browsers meet it, and says what to mend. It knows the application by its
// contract alone (docs/pages.md); of its code it knows the pages' scripts, to notice
// another one.
//
//	address ──▶ redirect from http, TLS, HTTP/2, headers, scripts, rewritten pages, compression, room for headers,
//	            half a body, the admin's paths
//	link ─────▶ also the payment's redirect, cookies and event stream
//
// It creates no payment. It can't see what a proxy writes to its log; docs/runbook.md
// says how to look there.
package doctor
