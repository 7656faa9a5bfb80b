// Package polls has the payments that pages of this replica wait for: who is told of
// each (Entry), and when it is read next (Queue). An entry is claimed when it is due,
// and put back by Done. How often a payment is worth a read is its user's business.
package polls
