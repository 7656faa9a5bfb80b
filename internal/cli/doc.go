// Package cli is payapp's command line. Without arguments it serves the
// application, and payapp sandbox serves the sandbox alone, which is all that a
// build with the tag sandbox can. For merchants, payapp
// link makes a RedirectURL, and payapp status-link a link to the status page. For
// operators, payapp check looks before a start, payapp doctor at what is deployed,
// and payapp health at what runs.
//
//	flags ──▶ parameters ──▶ entry.Parse ──▶ token from the gateway ──▶ link
//	            (all faults at once, before anything is asked of the gateway)
//
// payapp check LINK reads a link as the application does, and says what is wrong
// with it.
//
// What callers rely on:
//
//   - A printed link has been checked as the application reads it.
//   - Its token is limited to one payment, and one that creates a payment is
//     limited to its amount and currency (interface.md, Authentication 6–8).
//   - Secrets come from files or standard input, never from the command line,
//     which other users of the machine can see. Errors contain neither secrets
//     nor tokens.
//
// Only the result goes to standard output, everything else to standard error. The
// package is not a library for shops: docs/merchants.md shows what a shop's own
// code does.
package cli
