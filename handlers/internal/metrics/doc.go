// Package metrics counts what becomes of payments at the pages: the README and
// the alert rules in deploy name each of them.
package metrics
