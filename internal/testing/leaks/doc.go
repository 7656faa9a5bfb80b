// Package leaks finds goroutines that outlive their tests.
//
// goleak gives them a second to end. On a busy machine a connection that was
// closed takes longer, and a test failed by chance; a real leak is still there
// a minute later.
//
// It is for tests alone; internal/repository/imports_test.go keeps it out of what ships.
package leaks
