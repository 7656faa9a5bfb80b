// Package assumptions is what the gateway's interface leaves open and payapp assumes,
// by name. The list is docs/assumptions.md; `payapp conform`, the counter of
// differences and the runbook use its names.
package assumptions

//go:generate go test -run TestListIsTheDocuments -update .
