// Package kit has the page objects of payapp's browser suites, for suites of other
// modules, too: a customer's tab in a real Chromium, an order as its shop knows it, and
// what was seen meanwhile.
//
//	World ── where: the application, its sandbox, a Browser
//	  │
//	NewOrder ──▶ Order ── RedirectURL, status link, what the gateway says
//	  │
//	Open ──▶ Tab ── Enter, Choose, Fill, Pay, Proceed, Play, Want, WaitStatus, Row, DecodeQR, ExpectProblem
//	           │
//	        Observer ── every request, answer, console line and page: faults fail the walk
//	           │
//	        Record ── journal and film, tokens masked
//
// A walk fails by its T, which T is. It fails at once for a problem page, a
// browser's error and a page that stays another one; Patience only ends what hangs.
// Everything is found by the hooks of docs/pages.md. What they promise, this package
// promises: names and meanings stay within a major version, and the changelog says what
// is new.
//
// It isn't for measuring (e2e/crowd), nor for random orders of events (e2e/model).
package kit
