// Package browser is a customer for tests: it opens addresses, reads pages by
// their hooks, and submits forms. It runs no scripts and has no screen; tests that
// need one are in e2e.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package browser
