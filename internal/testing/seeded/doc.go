// Package seeded makes the properties of a package's tests draw the same values each
// time, so that `make test` finds nothing by chance. Import it for that alone:
//
//	import _ "payapp/internal/testing/seeded"
//
// `make fuzz` draws others: -rapid.seed 0 takes a seed of chance. It is for tests only;
// internal/repository/imports_test.go keeps it out of the program.
package seeded

import (
	"flag"

	_ "pgregory.net/rapid" // has the flag
)

func init() {
	// Before the command line is read, which may say something else.
	if err := flag.Set("rapid.seed", "20260704"); err != nil {
		panic(err)
	}
}
