// Package presenter turns a step into a page: an Input (the
// scenarios.Step that is due, language, addresses, the brand) in, a page's model out, with its
// strings and amounts ready in one language. It decides nothing, and knows no
// HTTP.
//
// Each page has a file of its own (options.go, details.go, …), with one function
// from its step to its model. The page of instructions, the longest, has its
// rows, its steps and its code in files beside. frame.go has what every page has
// around its content. An amount, a time and a name of a method are made where
// several pages need them: method.go, row.go.
package presenter
