// Package reports takes what browsers report of our pages: violations of the
// policy, and connections that failed. It counts them, and keeps no address.
package reports
