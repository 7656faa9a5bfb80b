// Command generate writes messages_gen.go: one typed function for each message
// of messages/en.json, with its variables as parameters. Run it with `go
// generate ./i18n`.
package main
