// Package polls has the payments that pages of this replica wait for: what is
// known of each (Entry), who is told of it, and when it is read next (Queue).
//
// An entry is claimed when it is due, and put back by Done with the time of its
// next read. How often a payment is worth a read is its user's business.
package polls
