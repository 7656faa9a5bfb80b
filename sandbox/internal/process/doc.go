// Package process is what happens to payments after their creation: it plays
// the banks behind the gateway, moves payments from status to status, and calls
// the merchants' listeners at each change.
package process
