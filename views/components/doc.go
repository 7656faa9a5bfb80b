// Package components holds the parts that several pages have: buttons, rows to
// copy, fields with their hints and faults, the QR card, the deadline.
//
// Each part renders the hooks of the page-hook contract (data-action,
// data-row, data-error …) itself, so that a page can't forget them.
package components
