package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// StatusPage says what is known about the payment and what happens next. It has a
// field for each part; those that a payment doesn't have are nil or empty.
type StatusPage struct {
	layout.Frame
	Canceled bool          // by the customer, who did nothing wrong
	Own      string        // the merchant's own sentence, in whichever language
	OwnFrom  string        // the merchant's name; "" = not known
	Money    string        // what happened to the money
	Next     string        // what happens next
	Notice   string        // "This payment was already started with …", or ""
	Paid     layout.Amount // in the heading; empty = it has none
	Timeline []string      // "Started 18:20", "You said you paid 18:24"
	Checked  string        // "Checked 18:25: not received yet", beside Refresh; "" = not checked
	AsOf     string        // "Last checked 18:25" if the gateway can't be read just now
	Receipt  []components.Row
	How      *InstructionsPage  // for a status link: how to pay, and when that was read (Waiting); nil = can't be paid here
	Folded   bool               // … nothing new will be known of it
	Unfold   *components.Link   // for a status link: its own address with how to pay
	AskShop  bool               // asking the shop is what is left to do
	Wrong    bool               // what the customer gave has to be corrected
	Checking bool               // the customer has paid, as far as we know: paying must not be primary
	Ended    bool               // the way back to the shop is primary: nothing is left to do here, or no more changes will come
	Bank     *components.Link   // back to the bank, while it may still be needed
	Again    *components.Button // show the instructions again
	Yes      *components.Button // "I've paid", where that is asked: as large as the way for who hasn't
	Correct  *components.Button // give the reference, or correct it
	Refresh  *components.Button
	Code     *components.QRCard // by which a phone goes on, until when Next says; nil = none
	ToPhone  *components.Button // data-action="to-phone"; on a desktop alone
	Return   *components.Link
}

// ProblemPage says what happened, whether money moved, what to do, and what to
// quote.
type ProblemPage struct {
	layout.Frame
	What    string
	Money   string // "Nothing was charged", or ""
	Do      string
	Sure    bool     // there is no payment yet, whatever else isn't known
	AskShop bool     // asking the shop is what is left to do
	Details []Detail // the faulty parameters, for the shop's developer
	// WhatForShop: What is said to the developer, too.
	WhatForShop bool
	Tried       string              // when the gateway was last asked in vain, to the second; "" = it answered
	Reference   string              // the support code to quote; "" = none
	Rows        []components.Row    // amounts that don't match
	Buttons     []components.Button // try again, another method …; the first is primary
	RetryLast   bool                // the second button, which tries again, seldom helps
	Leave       bool                // Return is primary, and the buttons are secondary
	Return      *components.Link
	From        string // the site that Back leads to where no script can; "" = not known
}

// Detail is a faulty parameter: in plain words, and in signs that need no language,
// how it is written.
type Detail struct{ Text, Mend string }
