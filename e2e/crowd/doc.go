// Command crowd measures what the application promises a crowd: real processes
// on loopback, real HTTP, and nothing known of the application's code. It works
// with the names that the contract gives away (addresses, settings, page hooks,
// event streams), so that it judges any build alike.
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
// A crowd is prepared quickly: the sandbox allows any rate, and so does the
// proxy. Then the replicas are replaced by fresh ones with the rate that is
// measured, which the proxy enforces from then on; customers keep their cookies.
// So every measurement begins with a restart before a waiting crowd, the hardest
// moment there is.
//
// Customers behave as a browser without JavaScript does; watchers do as the
// browser's EventSource. Each has an address of its own, told by X-Forwarded-For.
// Every number that is printed was measured in that run, except the goals and
// the reference beside "paid to seen": a plain round robin over the payments
// that were pending at the time, which round_robin.go computes.
//
// The exit code is 1 when a goal was missed, and 2 when something couldn't be
// measured. The processes' logs stay in the folder that it names at the start.
// CROWD_BINARY names a payapp to measure instead of one that is built here.
// Linux only: memory and CPU come from /proc, and the relay's scenario runs in a
// network namespace (unshare, ip). The scenario with replicas needs redis-server.
package main
