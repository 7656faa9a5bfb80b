// Package await ends tests that wait for what never happens: a test that hangs would hold
// all others of its package until the package's own time is over, and say nothing.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package await
