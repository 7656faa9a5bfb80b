// Package e2e holds the browser suites: customers in a real Chromium who pay
// through the whole application, on a phone and on a desktop, with JavaScript
// and without.
//
// The suites find everything by the hooks of the contract (data-page,
// data-action, names of inputs …), get their tokens from the gateway's own
// interface and steer the sandbox as its start page says. They know nothing of
// the application's code, so that they run unchanged against one that is
// deployed:
//
//	go test ./e2e/                                    application and sandbox in this process
//	PAYAPP_E2E_URL=http://localhost:8080 \
//	PAYAPP_E2E_SANDBOX_URL=http://localhost:8081 go test ./e2e/
//
// Each browser tab is watched: an error in the console, a violation of the
// content security policy, a request that failed or went to a third party, a
// second request for a page, or the token where it doesn't belong fails the
// test, whatever it is about. README.md says how to read a failure.
package e2e
