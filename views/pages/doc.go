// Package pages has one template and one model for each page. A presenter fills
// the model; the template shows what is there. Nothing here decides what the
// customer may do: a button that isn't in the model isn't on the page.
package pages
