// Package watchers is customers whose pages stay open: each page's script as seen
// from outside, and what all of them met.
package watchers
