// Package manifests checks deploy/kubernetes and deploy/compose.yaml with what reads
// them: Kustomize builds, the types of Kubernetes' API decode strictly, and
// Compose's own loader reads. `make lint` compares them with the schemas of Kubernetes
// and Prometheus Operator besides. It is a module of its own, so that payapp's has none
// of their libraries.
package manifests
