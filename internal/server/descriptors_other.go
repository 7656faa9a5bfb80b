//go:build !unix

package server

// descriptorLimit is not known here.
func descriptorLimit() uint64 { return 0 }
