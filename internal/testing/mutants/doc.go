// Command mutants changes packages in small ways, one at a time, and says which
// changes no test of the same package notices:
//
//	go run ./internal/testing/mutants ./scenarios ./methods
//
// A condition is turned round, a bound is moved by one, "and" becomes "or", true
// becomes false, a statement is left out. All changes of a package are compiled
// into one test program, each behind a switch that an environment variable
// throws, so that a mutant costs a run of fast tests and no build. Who survives
// that is run once more with all tests of the package. Code that no test of the
// package reaches is counted apart.
package main
