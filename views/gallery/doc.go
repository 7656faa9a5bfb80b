// Package gallery shows every page in every state with literal data: for
// looking at them (make gallery), and for the tests that compare them with
// golden files and check their HTML.
//
// The words come from i18n, everything else is written here: no gateway, no
// catalogue, no handlers. A new page, part or state starts with its entry in
// Entries.
package gallery
