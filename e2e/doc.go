// Package e2e has the browser suites: customers in a real Chromium pay through the
// whole application, on a phone and on a desktop, with JavaScript and without.
//
// The suites find everything by the hooks of the contract (data-page, data-action,
// names of inputs …), get their tokens from the gateway's own interface and steer
// the sandbox as its start page says. Application and sandbox run in this process;
// `payapp e2e` has their walks for a deployed one.
//
// Each browser tab is observed. Any test fails on an error in the console, a
// violation of the content security policy, a request that failed or went to a
// third party, a second request for a page, or the token in the wrong place.
// README.md says how to read a failure.
package e2e
