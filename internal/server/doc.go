// Package server runs payapp as a process: it reads the configuration, opens the
// ports, serves, and stops without losing requests.
//
//	environment ─▶ config ─▶ app: sandbox (not in production), internal/application, admin ─▶ serve
//
// What callers rely on:
//
//   - All faults of the configuration are reported at once, and nothing is served
//     before all ports are open.
//   - When it is told to stop, it stops being ready, accepts requests for another
//     PAYAPP_DRAIN_DELAY, and lets those under way finish.
//   - With the build tag production it contains no sandbox, with sandbox no
//     application.
//
// internal/application wires the application, also for tests. The command line is
// in internal/cli.
package server
