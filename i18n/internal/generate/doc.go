// Command generate writes messages_gen.go: one typed function for each
// message of messages/en.json, its variables as parameters. Run it by
// `go generate ./i18n`.
package main
