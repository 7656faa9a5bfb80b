// Package i18n holds every word that a customer reads, and how amounts and
// times are written in the customer's language.
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
// A message that a language lacks, or that was made of older English words,
// shows in English, marked as such (MarkForeign); `make i18n` lists them.
//
// Adding a message: put it into en.json, then `go generate ./i18n`. Adding a
// language: its file, and its row in languages.go if it has none.
//
// What decides which message is shown lives elsewhere: this package knows no
// payment methods, no steps and no HTTP.
package i18n

//go:generate go run ./internal/generate
