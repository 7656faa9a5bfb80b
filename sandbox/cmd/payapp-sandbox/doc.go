// Command payapp-sandbox runs the stand-in gateway alone, for the suites of
// other programs.
//
//	go run ./sandbox/cmd/payapp-sandbox -addr 127.0.0.1:8081 -db :memory: -calm
//
// Its settings are those of the sandbox inside the payment application: each
// flag's default comes from the environment variable that its help names.
package main
