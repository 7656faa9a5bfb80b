// Package build says which build this is: its version, its commit, and when that
// was made. The first source that knows is used:
//
//	-ldflags -X (deploy/build.sh, the image) ─▶ a git archive's own stamp ─▶ what Go noted of .git ─▶ unknown
//
// It knows nothing of settings or of what the program does.
package build
