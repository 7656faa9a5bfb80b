// Package notices has the licences of everything that is linked into the program,
// as MIT, BSD, Apache and others ask whoever passes a binary on. payapp licences
// prints them, and the image contains them.
//
//	go list -deps ──▶ its test: each module's licence files ──▶ production.txt, sandbox.txt ──▶ All
//
// The test fails if they aren't those of the modules that are linked. payapp's own
// licence is its owner's matter.
//
//go:generate go test -run TestNoticesAreThoseOfWhatIsLinked -update .
package notices
