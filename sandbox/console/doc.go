// Package console shows every payment with its story and moves it: by the buttons
// of the console, and by the pages where a person plays the customer at a bank,
// in an app or with a phone that scans. Faults and time are steered here too.
package console
