// Package suite is the list of walks through a deployed application: who pays what,
// and what must be seen on the way. The browser suites of this repository run them, and
// so does `payapp e2e` (package run).
//
//	Presentations × customers ─┐
//	Combinations × ways ───────┼──▶ All ──▶ []Walk ── tags, what a deployment must have, Do
//	outcomes, languages, … ────┘
//
// How pages are found and judged is the kit's.
package suite
