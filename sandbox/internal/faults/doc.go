// Package faults knows what goes wrong of the sandbox's own accord: the rules in
// force, and whether one strikes a call. What a fault does to a call is the
// interface's business.
package faults
