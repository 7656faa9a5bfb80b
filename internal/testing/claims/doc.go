// Package claims has what must be known for each sentence of the pages that says something
// of money or of the payment. Tests hold every page to it; nothing of it decides.
package claims
