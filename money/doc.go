// Package money holds one amount in one currency, as exact decimal.
//
// Amounts never pass through a float and are never rounded. They come from a
// RedirectURL (Parse, strict because a customer can edit it) or from the
// gateway (UnmarshalJSON, numbers and strings as in interface.md's "money"
// object). They leave as JSON, or as Bare, the one spelling for page text, copy
// buttons, hooks and codes.
//
// Package i18n formats amounts for each language.
package money
