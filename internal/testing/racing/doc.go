// Package racing lets tables of inputs be shorter under the race detector, which
// makes them six to ten times slower.
//
// The detector finds what two goroutines do at the same time. A table has the
// same goroutines do the same for each row, so that it finds in a few rows what
// it would find in all. `make test` runs every test twice, once with the detector
// and once without: the second run has every row. Tests of what happens at the same
// time have no such tables, and run whole in both.
//
// It is for tests alone; internal/repository/imports_test.go keeps it out of what ships.
package racing
