//go:build !production

package server

import (
	"payapp/methods"
	"payapp/sandbox"
)

// sandboxKinds maps presentations to the sandbox's kinds.
var sandboxKinds = map[methods.Presentation]sandbox.Kind{
	methods.Redirect: sandbox.Redirect, methods.Approve: sandbox.Approve, methods.Phone: sandbox.Approve, methods.QR: sandbox.QR,
	methods.Transfer: sandbox.Transfer, methods.VirtualAccount: sandbox.VirtualAccount, methods.StoreCode: sandbox.StoreCode,
	methods.Crypto: sandbox.Crypto,
}

var sandboxReferences = map[methods.ReferenceRule]sandbox.ReferenceRule{
	methods.ReferenceRequired: sandbox.ReferenceAlways, methods.ReferenceUnlessAccount: sandbox.ReferenceWithoutAccount,
}

// ownMethods are the methods that a catalogue file renames, for the sandbox to
// offer. It learns only how they are paid, and whether there is something to choose
// or to enter.
func ownMethods(catalogue *methods.Catalogue) []sandbox.OwnMethod {
	type key struct{ code, currency string }
	known := map[key]bool{}
	for _, m := range sandbox.Methods() {
		known[key{m.Code, m.Currency}] = true
	}
	var own []sandbox.OwnMethod
	for _, m := range catalogue.All() {
		if known[key{m.Code, m.Currency}] {
			continue
		}
		o := sandbox.OwnMethod{
			Code: m.Code, Currency: m.Currency, Kind: sandboxKinds[m.Presentation], Reference: sandboxReferences[m.Reference],
			Operators: m.Operator != methods.OperatorNone || m.AsksOperator(),
		}
		if m.RedirectFirst {
			o.Kind = sandbox.Redirect
		}
		own = append(own, o)
	}
	return own
}
