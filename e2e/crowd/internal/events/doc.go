// Package events is a browser's EventSource: it holds a connection, and reads
// the server-sent events on it.
package events
