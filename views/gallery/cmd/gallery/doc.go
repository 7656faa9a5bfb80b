// Command gallery serves every page in every state, for looking at them.
//
//	go run ./views/gallery/cmd/gallery [-addr 127.0.0.1:8082] [-walks e2e/walks]
package main
