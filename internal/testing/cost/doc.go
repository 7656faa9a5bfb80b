// Package cost judges what something that a stranger can ask for costs this process: in
// bytes that are allocated, and in processor time by getrusage, never by the clock on
// the wall. A machine's speed has no say: processor time is compared with other
// processor time of the same minute.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package cost
