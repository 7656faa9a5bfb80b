package answers

import (
	"time"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// Side is the other side of a payment, for a person to play: the name of its
// page and the text of links to it.
type Side struct{ Page, Text string }

// The sides.
var (
	Bank     = Side{"bank", "Bank page"}
	app      = Side{"approve", "Approve in the app"}
	scanning = Side{"scan", "Scan the code"}
	paying   = Side{"scan", "Transfer the money"}
	counter  = Side{"scan", "Pay at the counter"}
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
	rules.Approve:        {5 * time.Minute, app, Order.answerApproval},
	rules.QR:             {15 * time.Minute, scanning, Order.answerQR},
	rules.Transfer:       {24 * time.Hour, paying, Order.answerTransfer},
	rules.VirtualAccount: {24 * time.Hour, paying, Order.answerVirtualAccount},
	rules.StoreCode:      {72 * time.Hour, counter, Order.answerStoreCode},
	rules.Crypto:         {time.Hour, scanning, Order.answerCrypto},
	// PAY_ME asks on the phone; without a phone number Order.kind makes it a
	// Redirect.
	rules.ApproveOrRedirect: {30 * time.Minute, app, Order.answerApproval},
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
