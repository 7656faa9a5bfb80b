// Package cli holds the commands that merchants use: payapp link makes a
// RedirectURL, payapp status-link a link to the status page, payapp keygen a
// key pair.
//
//	flags ──▶ parameters ──▶ scenarios.Parse ──▶ token from the gateway ──▶ link
//	            (all faults at once, before anything is asked of the gateway)
//
// What callers rely on:
//
//   - A link that is printed has been read as the application reads it.
//   - Its token is limited to one payment, and one that creates a payment is
//     limited to its amount and currency (interface.md, Authentication 6–8).
//   - Secrets come from files or standard input, never from the command line,
//     which other users of the machine can see. Neither they nor tokens are in
//     an error's text.
//
// Standard output holds the result and nothing else; everything said beside it
// goes to standard error. The package is no library for shops: docs/merchants.md
// shows what a shop's own code does.
package cli
