package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// WaitingPage says that the gateway couldn't be asked yet, since others come
// first, and goes on by itself.
type WaitingPage struct {
	layout.Frame
	What    string // what is going on
	Money   string // what happens to the money
	Since   string // "In line since 18:24", or ""
	Refresh components.Button
	Return  *components.Link // nil until the payment is known to be this shop's
}
