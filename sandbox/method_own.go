package sandbox

import "payapp/sandbox/internal/rules"

// OwnMethod is a method that the interface doesn't name, such as one agreed on
// with a merchant. It accepts any data; its answer and lifetime are the usual
// ones of its kind.
type OwnMethod = rules.Own

// Kind is how a method is paid.
type Kind = rules.Kind

// The kinds that an own method can have.
const (
	Redirect       = rules.Redirect       // to a bank
	Approve        = rules.Approve        // in an app or on the phone
	QR             = rules.QR             // a code to scan
	Transfer       = rules.Transfer       // to an account
	VirtualAccount = rules.VirtualAccount // to an account made for this payment
	StoreCode      = rules.StoreCode      // a code for the counter
	Crypto         = rules.Crypto         // to an address on a network
)

// ReferenceRule says when a method's payments need the customer's external
// reference.
type ReferenceRule = rules.ReferenceRule

// When an own method needs the customer's external reference, of 12 digits.
const (
	NoReference             = rules.NoReference
	ReferenceAlways         = rules.ReferenceAlways
	ReferenceWithoutAccount = rules.ReferenceWithoutAccount // only if no account was given
)
