// Package clock is the sandbox's time, which people can let pass.
package clock
