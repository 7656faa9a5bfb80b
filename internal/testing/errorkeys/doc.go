// Package errorkeys lists what the rules of methods can find wrong. It is
// written by hand: the tests of methods hold that rules give no other message
// and no other variables, those of i18n that each has its words.
//
// It is no part of the application: only tests import it.
package errorkeys
