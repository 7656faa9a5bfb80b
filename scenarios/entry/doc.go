// Package entry reads what a shop asks for: a RedirectURL into an Order, which
// never changes afterwards, and a status link. Every faulty parameter is named.
package entry
