// Package replicas shares the rate and the gateway's answers with the other
// replicas, through Redis or Valkey. A Replica is this process's part in that.
//
//	Take, Hold ──▶ a shop's slots, and the line of those who wait for one (lua/)
//	beat ────────▶ who else is there, and whether they are set up alike
//	Load, Save ──▶ what is known of payments; what changes is published
//
// What lies in the store is sealed by a Vault, and may be lost at any time.
package replicas
