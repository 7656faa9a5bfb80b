// Package money holds one amount in one currency, as exact decimal.
//
// An amount never passes through a float and is never rounded. It comes from
// a RedirectURL (Parse: strict, because a customer can edit it) or from the
// gateway (UnmarshalJSON: numbers and strings, as interface.md's "money"
// object allows) and leaves as JSON, or as Bare, the one spelling that page
// text, copy buttons, hooks and codes share.
//
// How people write amounts in their language is i18n's business, not ours.
package money
