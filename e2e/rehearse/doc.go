// Command rehearse runs what is deployed, and breaks it: the processes of
// deploy/compose.yaml, without containers, on loopback.
//
//	customers ──https, HTTP/2──▶ HAProxy ──▶ two replicas of the production build ──┐
//	                                ▲   deploy/proxy                 │ Redis          │
//	             sandbox, a process ◀──────────── https ─────────────┴────────────────┘
//	             Prometheus with deploy/prometheus/rules.yaml watches the replicas, and
//	             whether pages come through HAProxy; Alertmanager tells a pager
//
//	go run ./e2e/rehearse      (`make rehearse`)
//
// It pays, restarts every replica into a new build and rotates the keys under load,
// kills replicas, store and gateway, gives one replica a wrong key, and lets
// strangers flood it. Nothing may be lost that needn't be, and the alerts that should
// fire must. To keep the rehearsal short, Prometheus' rules run twenty times as fast:
// a minute in them is three seconds.
//
// Each act prints what it sees; with names of acts, only those are played. The exit
// code is 1 if something was otherwise than it should be. The processes' logs stay in
// the folder named at the start. It needs redis-server, haproxy, prometheus, its
// Alertmanager and blackbox exporter, jq and openssl (`make setup`). docs/runbook.md
// names the act that tried each of its steps.
package main
