// Package config reads payapp's environment variables.
//
// Load knows every variable, its default and its rule, and reports all faults at
// once, so that an operator can fix them together. Each variable may also be read
// from a file, named by the variable with _FILE appended, as orchestrators mount
// secrets.
//
// Without PAYAPP_GATEWAY_URL the embedded sandbox stands in for the gateway and
// nothing is mandatory. With it the configuration is for production, and unsafe
// settings are refused.
//
// internal/server and internal/application wire the program.
package config
