// Package gallery shows every page in every state with literal data: for
// looking at them (make gallery), and for the tests that compare them with
// golden files and check their HTML. It also has pages for design tokens,
// components in their states, and sentences with the pages that contain them.
//
// The texts come from i18n, all other data is literal: no gateway, no catalogue, no
// handlers. A new page, part or state starts with an entry in Entries.
package gallery
