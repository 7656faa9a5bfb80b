// Package collect finds the licences of what is linked into a build: in each
// module's folder, and in those of its packages. It asks `go list`, and needs the
// module cache.
package collect
