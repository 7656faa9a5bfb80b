// Package coverage holds what the gateway's interface says, statement by
// statement (statements.yaml), and makes docs/coverage.md of it: which tests
// hold which statement. It has no code of its own; its test is the program.
//
//	statements.yaml + the names of all tests ──▶ docs/coverage.md
//
// A test belongs to a statement by its name: TestErrors409… to "Errors 409",
// and a subtest to the statement that it is called by. Where a name belongs to
// something else (a fault, a customer's way), the statement lists the test.
// A statement without a test, a listed test that is gone, and a stale page all
// fail; go test ./internal/coverage -update writes the page.
//
// A section also lists the names in its tables, all of which have to be in
// sandbox/openapi.yaml, the description that merchants have.
package coverage

//go:generate go test -update .
