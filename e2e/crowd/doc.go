// Command crowd measures how payapp serves a crowd, with real processes and real HTTP on
// loopback. It uses only the application's contract (addresses, settings, page hooks,
// event streams), so it can measure any build. It has what only real processes show:
// replicas with a store, memory, processors, hours. Larger crowds, forged links, a rush
// and stalls are simulated in virtual time (make simulate).
//
//	customers, watchers                     the harness
//	        │  pages, forms, streams
//	        ▼
//	[balancer] ──▶ payapp, replicas         processes of their own, with a Redis
//	        │  gateway calls
//	        ▼
//	counting proxy                          the harness: stamps each call, answers 429
//	        │                               beyond a shop's limit
//	        ▼
//	payapp sandbox                          a process of its own
//
//	go run ./e2e/crowd                      three replicas, 200 watchers; one is killed
//	go run ./e2e/crowd -replicas 1 -watchers 1000
//	go run ./e2e/crowd soak -for 5m         half an hour without the flag
//
// A crowd is prepared quickly: sandbox and proxy allow any rate. Then fresh replicas with
// the gateway's rate replace the first one, and the proxy enforces that rate; customers
// keep their cookies. So the measurement begins with a restart while a crowd is
// waiting, the hardest moment.
//
// Customers behave like a browser without JavaScript, watchers like a page's script.
// Each has an address of its own, in X-Forwarded-For. All numbers are measured in that
// run, except the goals and the reference beside "paid to seen": a plain round robin over
// the payments that were pending at the time.
//
// It tells how far it is, and ends with a table of what was measured, beside its goals. The exit code is
// 1 if a goal was missed, and 2 if something couldn't be measured. The processes' logs
// stay in the folder named at the start. CROWD_BINARY names a payapp to measure instead of
// building one. It needs redis-server (make setup).
package main
