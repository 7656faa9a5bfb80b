#!/bin/sh
# Writes the alerts as Prometheus Operator reads them: deploy/prometheus/rules.yaml,
# indented. `go generate ./deploy` runs it.
set -eu
cd "$(dirname "$0")"
{
	echo "# Generated from deploy/prometheus/rules.yaml by \`go generate ./deploy\`."
	echo "apiVersion: monitoring.coreos.com/v1"
	echo "kind: PrometheusRule"
	echo "metadata:"
	echo "  name: payapp"
	echo "spec:"
	sed -n '/^groups:/,$p' prometheus/rules.yaml | sed 's/^./  &/'
} >kubernetes/monitoring/rules.yaml
