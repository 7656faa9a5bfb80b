// Package page serves the sandbox's pages for people: layout, security policy,
// style and scripts. Their contents and templates are in shop and console.
package page
