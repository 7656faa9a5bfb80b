// Package collector is a receiver of OpenTelemetry traces for tests: it speaks
// OTLP/HTTP on loopback, and keeps what it gets.
package collector
