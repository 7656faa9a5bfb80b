// Package customers has what people type into payment forms, by market: names in
// the local script, numbers as they are written there, and typing mistakes. All of
// them are invented.
//
// A market's file begins with its currency. Each line is a customer: the method,
// then the fields, "name=as typed", and "bank" for the operator. slips.txt has a
// line for each mistake: method and currency, the field as typed, and the message
// that must report it.
//
// Only tests import it.
package customers
