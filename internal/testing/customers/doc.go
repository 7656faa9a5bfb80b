// Package customers holds what people type into payment forms, market by
// market: names in their script, numbers in the spellings of the place, and slips
// of the finger. All of them are invented.
//
// A market's file begins with its currency; each line is a customer: the method,
// then the fields, "name=as typed", and "bank" for the operator. slips.txt has a
// line for each slip: method and currency, the field as typed, and the message
// that has to tell of it.
//
// It is no part of the application: only tests import it.
package customers
