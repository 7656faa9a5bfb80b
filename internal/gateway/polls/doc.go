// Package polls has the payments to read in the background: what is known of
// each (Entry), and the queue of a replica that shares none (Queue). The queue
// that replicas share behaves alike.
//
// An entry is put, claimed when it is due, and put back by Done with the time of
// its next read. Whose claimer dies is due again after ClaimLife. How often a
// payment is worth a read is its user's business.
package polls
