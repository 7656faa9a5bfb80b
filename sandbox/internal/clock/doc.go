// Package clock is the sandbox's time, which people can move forward.
package clock
