// Package token makes and checks the sandbox's auth tokens (interface.md,
// Authentication): the signature over a request's minified body, the operations
// that a token grants, and the JWT that carries them.
package token
