// Package metrics counts what becomes of payments at the pages: docs/metrics.md
// and the alert rules in deploy name each of them.
package metrics
