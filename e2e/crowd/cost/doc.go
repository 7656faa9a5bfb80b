// Command cost tells what the production build costs: each page beside a bare
// handler that writes the same bytes (two processes, looked at in turns, so that
// what else the machine does concerns both), a whole payment, memory, the start,
// the binary. It prints the tables and the plot of docs/performance.md.
//
//	go run ./e2e/crowd/cost
package main
