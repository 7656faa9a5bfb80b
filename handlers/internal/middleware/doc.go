// Package middleware is what every request goes through, whatever its address:
// its log line and metrics, the security headers, the limits, the customer's
// address. handlers.New lines it up. It knows nothing of payments, and shows no
// page: it returns errors, of which handlers make pages.
package middleware
