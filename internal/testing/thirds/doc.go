// Package thirds lets tables whose rows are costly take turns: `make test` runs a third of
// them, another one with each commit or by THIRD=1, and `make rest` what that left out. Without
// PAYAPP_THIRDS, as with `go test ./e2e`, every row runs.
//
// It is for tests only; internal/repository/imports_test.go keeps it out of the program.
package thirds
