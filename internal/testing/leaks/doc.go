// Package leaks finds goroutines that outlive their tests.
//
// goleak gives them a second to end. On a busy machine a closed connection may take
// longer, and tests failed by chance. A real leak is still there a minute later.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package leaks
