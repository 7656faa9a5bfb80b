// Package gallery shows every page in every state with literal data: for
// looking at them (make gallery), and for the tests that compare them with
// golden files and check their HTML. What pages are made of has rooms of its own:
// tokens, components in their states, sentences with the pages that say them.
//
// The words come from i18n, everything else is written here: no gateway, no
// catalogue, no handlers. A new page, part or state starts with its entry in
// Entries.
package gallery
