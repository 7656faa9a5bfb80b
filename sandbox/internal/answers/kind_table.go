package answers

import (
	"time"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// Side is who the other side of a payment is, for a person to play.
type Side string

// The sides.
const (
	Bank     Side = "bank"     // the page that the customer was sent to
	App      Side = "approve"  // the app that asks for approval
	Scanning Side = "scan"     // the phone that scans the code
	Paying   Side = "transfer" // the customer who makes the transfer
	Counter  Side = "counter"  // the shop that takes the cash
)

// kind is what follows from how a method is paid.
type kind struct {
	lifetime time.Duration // from creation to expireAt
	side     Side
	answer   func(Order, *wire.MethodResponse) // fills in the answer to a creation
}

var kinds = map[rules.Kind]kind{
	rules.Redirect:       {30 * time.Minute, Bank, Order.answerRedirect},
	rules.Wallet:         {30 * time.Minute, Bank, Order.answerWallet},
	rules.Approve:        {5 * time.Minute, App, Order.answerApproval},
	rules.QR:             {15 * time.Minute, Scanning, Order.answerQR},
	rules.Transfer:       {24 * time.Hour, Paying, Order.answerTransfer},
	rules.VirtualAccount: {24 * time.Hour, Paying, Order.answerVirtualAccount},
	rules.StoreCode:      {72 * time.Hour, Counter, Order.answerStoreCode},
	rules.Crypto:         {time.Hour, Scanning, Order.answerCrypto},
	// PAY_ME asks on the phone; without a phone number Order.kind makes it a
	// Redirect.
	rules.ApproveOrRedirect: {30 * time.Minute, App, Order.answerApproval},
}

// kind is how this order is paid.
func (o Order) kind() kind {
	if o.Method.Kind == rules.ApproveOrRedirect && o.Data[rules.Phone] == "" && !o.Strict {
		return kinds[rules.Redirect]
	}
	return kinds[o.Method.Kind]
}

// Side is who a person plays on the other side of this order.
func (o Order) Side() Side { return o.kind().side }
