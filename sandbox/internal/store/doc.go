// Package store keeps the sandbox's state in one SQLite file, so that it
// survives a restart: payments, the transitions they went through and are
// still to go through, callbacks with each delivery attempt, and every call of
// the interface, within bounds.
//
// A payment's status is not a column but its last transition whose time has come.
// So it needs no timer: a read gets the status of its time.
//
// Times are milliseconds since the epoch, UTC. Age moves all of them back, for
// people who don't want to wait.
package store
