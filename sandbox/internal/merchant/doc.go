// Package merchant has the sandbox's merchants: what each may use, and its keys
// and secrets.
package merchant
