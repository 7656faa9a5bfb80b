// Package dialect is a second gateway, for tests only, that disagrees with the
// sandbox wherever the gateway's interface lets it: other words, shapes, types
// and ways to pay. Application, sandbox and their tests share beliefs; this one
// shares none of them.
//
// It judges nothing: it takes every token and every creation. What requests
// must hold is the sandbox's to say.
package dialect
