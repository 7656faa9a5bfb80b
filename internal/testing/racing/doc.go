// Package racing shortens tables of inputs under the race detector, which makes
// tests six to ten times slower, and with -short, which `make check` gives.
//
// The detector finds conflicts between goroutines. For each row of a table the same
// goroutines do the same, so a few rows show what all would. `make test` runs every
// row. Tests of concurrency have no such tables, and run whole in both.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package racing
