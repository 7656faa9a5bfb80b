// Package town is the setting of a scenario: the gateway, the replicas in front of
// it, the balancer that customers reach them by, and the customers, each with a
// browser without scripts.
package town
