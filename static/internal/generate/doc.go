// Command generate writes static/dist. Run it by `go generate ./static`.
package main
