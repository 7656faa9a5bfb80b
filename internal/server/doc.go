// Package server runs payapp as a process: it reads the configuration, takes
// the ports, serves, and stops without losing requests.
//
//	environment ─▶ config ─▶ app: sandbox (not in production), internal/application, admin ─▶ serve
//
// What callers rely on:
//
//   - All faults of the configuration are told at once, and nothing is served
//     before the last port is taken.
//   - When it is told to stop, it isn't ready any more, takes work for
//     PAYAPP_DRAIN_DELAY yet, and lets requests that are under way finish.
//   - With the build tag production there is no sandbox in it.
//
// It wires nothing of the application itself; internal/application does, for
// tests too. The command line is internal/cli's.
package server
