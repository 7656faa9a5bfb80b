// Payapp is the hosted payment web application of a payment gateway. A shop
// redirects its customer here; the customer chooses how to pay, pays, and ends
// on a status page. README.md has the two commands and all settings.
//
//	run ─▶ config ─▶ app: sandbox (not in production), internal/application, admin ─▶ serve
//	  └──▶ merchants' commands: link, status-link, keygen, sandbox
//
// It only starts and stops: what a payment does is in scenarios, methods and handlers.
package main
