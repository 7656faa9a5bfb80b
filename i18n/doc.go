// Package i18n has every text for customers, and formats amounts and times in the
// customer's language.
//
//	messages/en.json            every message: typed functions are generated from it
//	messages/{tag}.json         the same messages in another language, each with the sum of the English it translates
//	messages/glossary.{tag}.md  one word for one thing, for whoever translates
//
// Bundle.Match picks the Locale of a request. A Locale then gives
//
//	l.OptionsHeading()                          a typed message, no allocation
//	l.InstructionsPayBefore("18:45 today")      its variables are parameters
//	l.Text("method.PROMPTPAY.name")             by key, for words that data decides
//	l.Format("error.digits", vars)              by key, with variables
//	l.Amount(m), l.Time(t, now, zone)           amounts and times as people write them
//
// Join makes one text of several sentences.
//
// A message that a language lacks, or that translates older English, shows in
// English, marked as such (MarkForeign); `make i18n` lists them.
//
// Adding a message: put it into messages/en.json, then `go generate ./i18n`. Adding a
// language: its file, and its row in languages.go if it has none.
//
// Other packages decide which message is shown: this one doesn't know payment
// methods, steps or HTTP.
package i18n

//go:generate go run ./internal/generate
