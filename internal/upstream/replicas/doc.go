// Package replicas shares the rate and the gateway's answers with the other
// replicas, through Redis or Valkey. A Replica is this process's part in that.
//
//	Take, Hold ──▶ a merchant's slots, and the line of those who wait for one (lua/)
//	beat ────────▶ who else is there, and whether they are set up alike
//	Load, Save ──▶ what is known of payments; what changes is published
//	Deposit, Collect ──▶ what a browser leaves for another one, once
//
// Each replica reads the payments that it watches, in the order of its own
// queue. No page waits for the store longer than 50 ms. All keys of a merchant
// are in one slot of a Cluster.
//
// What lies in the store is sealed by a Vault. It may be lost at any time: then
// each merchant gets twice the rate at most, for two seconds at most.
package replicas
