// Package deploy has what operators are given: images, a compose file, manifests
// for Kubernetes, examples of proxies, alerts and a dashboard. Its tests run the
// proxies as they are shipped; internal/server tests the alerts, and
// deploy/manifests the manifests. `make rehearse` runs all of it together.
package deploy

//go:generate sh rules.sh
