// Package engine drives Firefox and WebKit, for the kit's tabs that aren't Chromium's.
//
//	kit.Tab ──▶ Tab ─┬─ Firefox ── WebDriver BiDi, which it speaks itself
//	                 └─ WebKit ─── WebDriver, by WebKitGTK's WebKitWebDriver
//
// It has the few things that a customer does with a browser. Pages, waiting and
// judging are the kit's.
package engine
