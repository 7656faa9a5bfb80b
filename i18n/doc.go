// Package i18n holds every word that a customer reads, and how amounts and
// times are written in the customer's language.
//
//	messages/pages.{tag}.json      words of the pages; typed functions are generated from the English one
//	messages/catalogue.{tag}.json  words by key: names and hints of methods, labels of fields, errors of rules
//	messages/glossary.{tag}.md     one word for one thing, for whoever translates
//
// Bundle.Match picks the Locale of a request. A Locale then gives
//
//	l.OptionsHeading()                          a typed message, no allocation
//	l.InstructionsPayBefore("18:45 today")      its variables are parameters
//	l.Text("method.PROMPTPAY.name")             by key, for words that data decides
//	l.Format("error.digits", vars)              by key, with variables
//	l.Amount(m), l.Time(t, now, zone)           amounts and times as people write them
//
// Adding a message: put it into pages.en.json and into every other language,
// then `go generate ./i18n`. Adding a language: add its two files and its row
// in languages.go; the tests say what is missing.
//
// What decides which message is shown lives elsewhere: this package knows no
// payment methods, no steps and no HTTP.
package i18n

//go:generate go run ./internal/generate
