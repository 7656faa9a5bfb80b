// Command generate writes i18n/messages_gen.go: one typed function for each
// message of i18n/messages/en.json, with its variables as parameters. Run it
// with `go generate ./i18n`.
package main
