// Package golden compares what tests make with committed files: pages, help texts,
// documents. The flag -update rewrites the files; read the difference before you
// commit it.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package golden
