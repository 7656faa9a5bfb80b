// Command crowd measures how the application serves a crowd, with real processes and
// real HTTP on loopback. It uses only the application's contract (addresses,
// settings, page hooks, event streams), not its code, so it can measure any build.
//
//	customers, watchers, strangers          the harness
//	        │  pages, forms, streams
//	        ▼
//	[balancer] ──▶ payapp, 1 to 3 replicas  processes of their own
//	        │  gateway calls
//	        ▼
//	counting proxy                          the harness: stamps each call,
//	        │                               answers 429 beyond the limit
//	        ▼
//	payapp sandbox                          a process of its own
//
//	go run ./e2e/crowd                          every scenario
//	go run ./e2e/crowd newcomers -watchers 1000
//	go run ./e2e/crowd -h                       the scenarios and their flags
//
// A crowd is prepared quickly: sandbox and proxy allow any rate. Then fresh replicas
// with the gateway's rate replace the first ones, and the proxy enforces that
// rate; customers keep their cookies. So every measurement begins with a restart
// while a crowd is waiting, the hardest moment.
//
// Customers behave like a browser without JavaScript, watchers like its EventSource.
// Each has an address of its own, in X-Forwarded-For. All numbers are measured in
// that run, except the goals and the reference beside "paid to seen": a plain round
// robin over the payments that were pending at the time, from round_robin.go.
//
// This package has the scenarios, the customers and the reports; internal has the
// parts that know nothing of them: machine, gateway, events and pages.
//
// The exit code is 1 if a goal was missed, and 2 if something couldn't be measured.
// The processes' logs stay in the folder named at the start. CROWD_BINARY names a
// payapp to measure instead of building one. Linux only: memory and CPU come from
// /proc, and the relay's scenario runs in a network namespace (unshare, ip). The
// scenario with replicas needs redis-server.
package main
