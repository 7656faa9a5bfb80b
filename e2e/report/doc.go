// Package report writes what walks left: one HTML file that opens without a server,
// JUnit's XML and JSON for programs.
//
//	Run ── Result ── kit.Record (journal, film, axe) ──▶ HTML: matrix, film strip, timeline
//	                                                 ├─▶ JUnit
//	                                                 └─▶ JSON, without pictures
//
// The HTML has each walk's details compressed, and opens them one at a time, so that
// thousands of walks read like ten. Tokens are masked by the kit.
package report
