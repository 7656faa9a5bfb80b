// Package tracing sends OpenTelemetry traces: a span for each request and each
// call of the gateway. OpenTelemetry's SDK samples and batches them as its OTEL_
// variables say. Without those it is a nil *Tracing, which does nothing and costs
// nothing.
//
//	request ──▶ Begin ─────────── End ─┐
//	    └─▶ Transport: traceparent ────┴─▶ SDK: sampler, batches ─▶ exporter ──OTLP/HTTP──▶ collector
//
// A span has what a log line has, and no more: never an address with its query, a
// token, what a customer typed or where they are. A traceparent from outside
// becomes a link and never a parent: anybody can send one.
//
// OpenTelemetry's own exporter would link gRPC, a quarter of the binary
// (docs/adr/0027-traces.md), so this package has a small one.
package tracing
