// Package replicas shares the rate, the payments to poll and the gateway's
// answers with the other replicas, through Redis or Valkey. A Replica is this
// process's part in that.
//
//	            ┌─ while it shares ──▶ arbiter, queue, news in the store (lua/)
//	Replica ────┤
//	            └─ while the store is gone ──▶ limiter.LocalArbiter with a share
//	                                           of the rate, polls.Queue, no news
//
// In every state all replicas together send no more than the rate: failover.go
// says how. Nobody waits for the store longer than 50 ms: a slower one counts as
// gone, as does one that is full or read-only.
//
// What lies in the store is sealed by a Vault. It may be lost at any time.
// Replicas of two releases use one store during a deployment, so formats carry a
// number.
package replicas
