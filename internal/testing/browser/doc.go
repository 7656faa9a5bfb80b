// Package browser is a customer for tests: it opens addresses, reads pages by
// their hooks, and submits forms as they stand there. It runs no script and
// needs no screen; what needs one is tested in e2e.
//
// It is for tests alone; internal/repository/imports_test.go keeps it out of what ships.
package browser
