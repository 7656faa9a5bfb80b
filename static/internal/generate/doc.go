// Command generate writes static/dist. Run it with `go generate ./static`.
package main
