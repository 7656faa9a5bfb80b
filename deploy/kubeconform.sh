#!/bin/sh
# Compares the manifests, overlay included, with the schemas of Kubernetes and of
# Prometheus Operator, by kubeconform. Both come as pinned modules, whose hashes Go
# checks; nothing else is fetched. `make lint` runs it.
set -eu
cd "$(dirname "$0")/.."

kubernetes=k8s.io/kubernetes@v1.34.1
operator=github.com/prometheus-operator/prometheus-operator@v0.85.0
go=${GO:-go}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

folder() { "$go" mod download -json "$1" | sed -n 's/^.*"Dir": "\(.*\)",$/\1/p'; }
(cd deploy/manifests && "$go" build -o "$work/schemas" ./schemas && "$go" build -o "$work/kustomize" ./kustomize)
"$work/schemas" "$(folder $kubernetes)/api/openapi-spec/swagger.json" "$(folder $operator)/example/prometheus-operator-crd" "$work/schema"

check() { # kubeconform's arguments
	bin/kubeconform -strict -summary -schema-location "$work/schema/{{.ResourceKind}}{{.KindSuffix}}.json" "$@"
}

# A field that isn't there, one too few and a wrong word are found.
for wrong in '"spec":{"replicaCount":2,"selector":{},"template":{}}' '"spec":{"replicas":2}' '"spec":{"replicas":"two","selector":{},"template":{}}'; do
	printf '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"x"},%s}' "$wrong" >"$work/wrong.json"
	if check "$work/wrong.json" >/dev/null; then echo "kubeconform takes $wrong" >&2; exit 1; fi
done
printf '{"apiVersion":"monitoring.coreos.com/v1","kind":"PodMonitor","metadata":{"name":"x"},"spec":{"selektor":{}}}' >"$work/wrong.json"
if check "$work/wrong.json" >/dev/null; then echo "kubeconform takes a wrong PodMonitor" >&2; exit 1; fi

mkdir "$work/overlay"
printf 'resources: [../base]\ncomponents: [../base/callback-relay]\n' >"$work/overlay/kustomization.yaml"
cp -r deploy/kubernetes "$work/base"
for built in deploy/kubernetes deploy/kubernetes/monitoring deploy/kubernetes/ingress-nginx "$work/overlay"; do
	"$work/kustomize" "$built" >"$work/built.yaml"
	echo "$built"
	check "$work/built.yaml"
done
