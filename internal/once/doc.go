// Package once remembers what was told already, within bounds: a page is loaded
// often, and a log line about its payment should stand there once.
package once
