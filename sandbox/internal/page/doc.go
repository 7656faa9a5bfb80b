// Package page shows the sandbox's pages for people: the layout around them,
// their policy, their style and scripts. What is on a page, and its template,
// is its room's.
package page
