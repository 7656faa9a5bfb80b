// Package typed turns the English page messages into Go functions, so that a
// page can't use a missing message or forget a variable.
package typed
