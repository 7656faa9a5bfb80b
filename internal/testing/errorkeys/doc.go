// Package errorkeys lists what the rules of methods can find wrong. It is written by
// hand. The tests of methods check that rules use only these messages and variables,
// those of i18n that each message has a text.
//
// Only tests import it.
package errorkeys
