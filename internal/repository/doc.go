// Package repository tests the repository as a whole: which package may import
// which, and that the documents are true.
//
// It has tests alone. They read the repository's files from its top folder.
package repository
