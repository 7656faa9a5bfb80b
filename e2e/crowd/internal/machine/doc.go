// Package machine is what the crowds use of this machine: processes and their
// memory and CPU, free ports, a Redis, and waiting.
package machine
