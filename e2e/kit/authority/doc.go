// Package authority trusts the private authorities of a deployment: in calls beside the
// browser, and in Chromium, which reads none from a file. It trusts nothing that a client
// hasn't verified.
package authority
