// Package typed turns the English page messages into Go functions, so that a
// page can't ask for a message that isn't there or forget one of its
// variables.
package typed
