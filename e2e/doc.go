// Package e2e has the browser suites: customers in a real Chromium pay through the
// whole application, on a phone and on a desktop, with JavaScript and without.
//
// The suites find everything by the hooks of the contract (data-page, data-action,
// names of inputs …), get their tokens from the gateway's own interface and steer
// the sandbox as its start page says. They don't depend on the application's code,
// so they also run against a deployed one:
//
//	go test ./e2e/                                    application and sandbox in this process
//	PAYAPP_E2E_URL=http://localhost:8080 \
//	PAYAPP_E2E_SANDBOX_URL=http://localhost:8081 go test ./e2e/
//
// Each browser tab is observed. Any test fails on an error in the console, a
// violation of the content security policy, a request that failed or went to a
// third party, a second request for a page, or the token in the wrong place.
// README.md says how to read a failure.
package e2e
