// Package pictures compares pictures of pages with reference pictures. It ignores
// differences in smoothing between browsers and machines, but not what a person
// would notice.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package pictures
