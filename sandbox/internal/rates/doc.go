// Package rates limits calls: of each merchant, and of merchants and orders
// that have a limit of their own.
package rates
