// Package steering decides what steers a payment besides its id: rules that
// people add in the console, by merchant, id, amount or name, for all orders or
// the next few, and directives in the customer's name. What steers a payment is
// decided at its calls until it exists, and then stays.
package steering
