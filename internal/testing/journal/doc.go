// Package journal has a log that tests read while it is written.
package journal
