// Package merchant knows the sandbox's merchants: what each may use, and by which
// keys and secrets it is known.
package merchant
