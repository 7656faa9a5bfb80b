//go:build unix

package server

import "syscall"

// descriptorLimit is how many files the process may have open; 0 if that isn't
// known. Go has raised it to the hard limit at its start.
func descriptorLimit() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return uint64(limit.Cur) //nolint:unconvert // some systems have it signed
}
