// Package figures sums up durations, and says what a plain round robin would have
// achieved.
package figures
