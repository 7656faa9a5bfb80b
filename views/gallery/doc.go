// Package gallery shows every page in every state: for looking at them (make
// gallery), and for the tests that compare what they say and mean with golden texts and
// check their HTML. It also lists all sentences with the pages that contain them.
//
// A page is one moment of a payment, what the gateway said and what the customer
// did, as scenarios decides it and internal/presenter presents it: it can't show
// what customers don't see. A new page or state starts with an entry in Entries.
package gallery
