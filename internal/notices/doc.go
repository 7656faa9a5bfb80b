// Package notices has the licences of everything that is linked into the program,
// as MIT, BSD, Apache and others ask whoever passes a binary on. payapp licences
// prints them, and the image contains them.
//
//	go list -deps ──▶ internal/generate: each module's licence files ──▶ production.txt, sandbox.txt ──▶ All
//
// A test fails if they aren't those of the modules that are linked. payapp's own
// licence is its owner's matter.
package notices

//go:generate go run ./internal/generate
