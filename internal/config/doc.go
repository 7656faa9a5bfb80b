// Package config reads the environment variables that payapp is set up with.
//
// Load knows every variable, its default and its rule, and reports all faults
// at once: an operator mends a configuration in one go. Each variable may also
// be read from a file, named by the variable with _FILE after its name, as
// orchestrators mount secrets.
//
// Without PAYAPP_GATEWAY_URL the embedded sandbox stands in for the gateway
// and nothing is mandatory. With it the configuration is a production one, and
// what would be careless there is refused.
//
// The package wires nothing: main does.
package config
