// Payapp is the hosted payment web application of a payment gateway. A shop
// redirects its customer here; the customer chooses how to pay, pays, and ends
// on a status page. README.md has the two commands and all settings.
//
//	main ─▶ internal/cli: the command line ─▶ internal/server: ports, start and stop ─▶ internal/application
//
// What a payment does is in scenarios, methods and handlers: ARCHITECTURE.md
// leads through the code.
package main
