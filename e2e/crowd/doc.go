// Command crowd measures how the application serves a crowd, with real processes and
// real HTTP on loopback. It uses only the application's contract (addresses,
// settings, page hooks, event streams), not its code, so it can measure any build. It
// has what only real processes show: memory, processors, replicas with a store, many
// behind one address, hours. A flood of forged links, a rush, many status links and
// stalls are simulated in virtual time (make simulate).
//
//	customers, watchers                     the harness
//	        │  pages, forms, streams
//	        ▼
//	[balancer] ──▶ payapp, 1 to 10 replicas processes of their own, with a Redis or a cluster
//	        │  gateway calls
//	        ▼
//	counting proxy                          the harness: stamps each call, answers 429
//	        │                               beyond a shop's limit
//	        ▼
//	payapp sandbox                          a process of its own; beside ten replicas
//	                                        a stub in the harness that has reads only
//
//	go run ./e2e/crowd                          every scenario but the soak
//	go run ./e2e/crowd soak -for 5m             half an hour without the flag
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
// robin over the payments that were pending at the time (internal/figures).
//
// This package has the scenarios and the reports; internal has the parts that know
// nothing of them: town (gateway, replicas, customers), watchers, and what these use.
// A run tells how far it is, shows each goal beside what was measured, and ends with
// every goal that was missed.
//
// The exit code is 1 if a goal was missed, and 2 if something couldn't be measured.
// The processes' logs stay in the folder named at the start. CROWD_BINARY names a
// payapp to measure instead of building one. Linux only: memory and CPU come from
// /proc, and the relay's scenario runs in a network namespace (unshare, ip). The
// scenarios with replicas need redis-server and redis-cli.
package main
