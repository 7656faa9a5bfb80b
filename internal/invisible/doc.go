// Package invisible knows the characters that nobody sees, which come along when
// people paste from a chat, a spreadsheet or a page.
package invisible
