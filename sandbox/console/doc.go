// Package console shows every payment with its story, and changes its state: by
// the console's buttons, and by the pages on which a person plays the customer
// at a bank, in an app, or with a phone that scans. Faults and the clock are
// controlled here too.
package console
