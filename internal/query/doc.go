// Package query reads an address's query or a form's body parameter by
// parameter. What one of them is like says nothing of the others: banks, mail
// programs and advertisers add theirs, in whatever encoding.
package query
