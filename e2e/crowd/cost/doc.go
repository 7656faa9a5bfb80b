// Command cost tells what a look at a page costs the application in processor
// time, beside a handler of the same framework that writes the same bytes from
// memory: two processes, looked at in turns, so that what else the machine does
// concerns both. docs/performance.md has its figures.
//
//	go run ./e2e/crowd/cost
package main
