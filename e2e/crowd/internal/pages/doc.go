// Package pages reads the application's pages as a browser without scripts does,
// by their hooks, and fills in their forms.
package pages
