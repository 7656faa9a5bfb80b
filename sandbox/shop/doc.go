// Package shop is the demo shop: a merchant that talks to the interface with
// signed requests like any other, and knows nothing that a merchant wouldn't
// know. Only its calls don't count: looking at a page changes nothing for the
// merchant's programs.
package shop
