// Package run is `payapp e2e`: the suite's walks against a deployed application.
//
//	Options ──▶ preflight ──▶ choose ──▶ workers ──▶ report.Run
//	              │             │           │
//	           findings     skipped,    walker (a kit.T)
//	                        with why
//
// It has no walks of its own (e2e/suite) and no page objects (e2e/kit).
package run
