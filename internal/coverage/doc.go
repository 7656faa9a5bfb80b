// Package coverage holds what the gateway's interface says, statement by
// statement (statements.yaml), and what must happen when something goes wrong,
// fault by fault (faults.yaml), and makes documents of both: which tests hold
// which line. It has no code of its own; its tests are the program.
//
//	statements.yaml + the names of all tests ──▶ docs/coverage.md
//	faults.yaml     + the names of all tests ──▶ docs/faults.md
//
// A test belongs to a statement by its name: TestErrors409… to "Errors 409",
// and a subtest to the statement that it is called by. Where a name belongs to
// something else (a fault, a customer's way), the statement lists the test.
// A statement without a test, a listed test that is gone, and a stale page all
// fail; go test ./internal/coverage -update writes the page.
//
// A fault's tests carry its number: TestFault27_LostAnswer. A fault without one
// fails unless it says that it comes later; so do a number that there is no
// fault of, and another spelling.
//
// A section also lists the names in its tables, all of which have to be in
// sandbox/openapi.yaml, the description that merchants have.
package coverage

//go:generate go test -update .
