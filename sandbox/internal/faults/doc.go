// Package faults has the rules by which the sandbox produces faults, and
// decides whether one applies to a call. What a fault does to a call is up to
// package api.
package faults
