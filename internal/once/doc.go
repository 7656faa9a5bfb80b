// Package once remembers what was told already, within bounds: a page is loaded
// often and a payment read often, and a log line about it should stand there once
// a day.
package once
