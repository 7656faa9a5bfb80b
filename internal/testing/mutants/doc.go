// Command mutants makes small changes to packages, one at a time, and lists the
// changes that no test of the same package notices:
//
//	go run ./internal/testing/mutants ./scenarios ./methods
//
// A condition is negated, a bound is moved by one, "and" becomes "or", true becomes
// false, a statement is removed. All changes of a package are compiled into one test
// program, each behind a switch set by an environment variable, so that a mutant
// costs a run of the fast tests and no build. Survivors are run again with all tests
// of the package. Code that no test of the package reaches is counted separately.
package main
