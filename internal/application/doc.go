// Package application wires the application, in one place for the command and
// for the tests that need all of it: pages are tested as they are shipped.
//
//	Config ──▶ gateway client ──▶ gateway ┐
//	   └─────▶ cookies, words, catalogue ─┴──▶ handlers.New ──▶ http.Handler ──▶ Server: its limits
//
// It reads no settings and opens no ports: internal/server turns the environment
// into a Config, and listens.
package application
