// Package golden compares what tests make with files that are kept: pages,
// help texts, documents. With the flag -update they are written anew, to be
// read as a difference before they are committed.
//
// It is for tests alone; internal/repository/imports_test.go keeps it out of what ships.
package golden
