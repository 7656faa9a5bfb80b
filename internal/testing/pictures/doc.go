// Package pictures compares pictures of pages with pictures that are kept, so
// that what another browser or machine smooths differently is no difference, and
// what a person would see is one.
//
// It is for tests alone; internal/repository/imports_test.go keeps it out of what ships.
package pictures
