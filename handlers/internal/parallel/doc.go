// Package parallel runs calls beside a request, whose panics are the request's
// alone.
package parallel
