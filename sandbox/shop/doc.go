// Package shop is the demo shop: a merchant that calls the interface with
// signed requests like any other, and knows nothing that a merchant wouldn't
// know. Its calls don't count against the rate, so looking at a page doesn't
// affect the merchant's own programs.
package shop
